//! Canonical JSON of Python values of the plain classes: what `netnew.foundation.canonical` writes.
//!
//! Whatever else it meets (a subclass, a lone surrogate, a number beyond 64 bits, NaN, a value
//! too deep) is left to Python, which writes it or says what is wrong with it.
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

/// How deep values may nest, as in the definition.
const DEEPEST: u32 = 200;
/// Doubles below this hold every whole number exactly.
const WHOLE_END: f64 = 9_007_199_254_740_992.0;
/// From here up to `WHOLE_END` Python writes a fraction without an exponent, as Rust always does.
const PLAIN_START: f64 = 1e-4;
/// A multiple of this part may lie halfway between two shortest texts, of which Rust takes another.
const HALFWAY_PARTS: f64 = 2_097_152.0; // 2^21: 17 digits behind 1e-4, and the 5 of the half

/// The canonical JSON of `value`, or None where Python has to look at it.
#[pyfunction]
pub fn canonical_json<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyBytes>> {
    let mut out = Vec::with_capacity(4096);
    write(value, DEEPEST, &mut out)
        .ok()
        .map(|()| PyBytes::new(value.py(), &out))
}

fn write(value: &Bound<'_, PyAny>, room: u32, out: &mut Vec<u8>) -> PyResult<()> {
    if let Ok(text) = value.cast_exact::<PyString>() {
        write_text(text.to_str()?, out);
    } else if value.is_none() {
        out.extend_from_slice(b"null");
    } else if let Ok(truth) = value.cast_exact::<PyBool>() {
        let word: &[u8] = if truth.is_true() { b"true" } else { b"false" };
        out.extend_from_slice(word);
    } else if let Ok(number) = value.cast_exact::<PyInt>() {
        out.extend_from_slice(number.extract::<i64>()?.to_string().as_bytes());
    } else if let Ok(number) = value.cast_exact::<PyFloat>() {
        write_float(number, out)?;
    } else if let Ok(object) = value.cast_exact::<PyDict>() {
        write_object(object, deeper(room)?, out)?;
    } else if let Ok(items) = value.cast_exact::<PyList>() {
        write_array(items.iter(), deeper(room)?, out)?;
    } else if let Ok(items) = value.cast_exact::<PyTuple>() {
        write_array(items.iter(), deeper(room)?, out)?;
    } else {
        return Err(odd());
    }
    Ok(())
}

fn write_object(object: &Bound<'_, PyDict>, room: u32, out: &mut Vec<u8>) -> PyResult<()> {
    let pairs: Vec<_> = object.iter().collect();
    let mut rows = Vec::with_capacity(pairs.len());
    for (key, value) in &pairs {
        let key = key.cast_exact::<PyString>().map_err(|_| odd())?;
        rows.push((key.to_str()?, value));
    }
    // The order of UTF-8 is that of code points, in which Python sorts texts.
    rows.sort_unstable_by_key(|row| row.0);
    out.push(b'{');
    for (at, (key, value)) in rows.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write_text(key, out);
        out.push(b':');
        write(value, room, out)?;
    }
    out.push(b'}');
    Ok(())
}

fn write_array<'py>(
    items: impl Iterator<Item = Bound<'py, PyAny>>,
    room: u32,
    out: &mut Vec<u8>,
) -> PyResult<()> {
    out.push(b'[');
    for (at, item) in items.enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write(&item, room, out)?;
    }
    out.push(b']');
    Ok(())
}

/// A whole number as an integer, any other as Python itself writes it.
///
/// Both write the shortest digits that read back the same, and of those the closest; where two are
/// as close, Python's is taken.
#[allow(clippy::cast_possible_truncation)] // checked against WHOLE_END
fn write_float(number: &Bound<'_, PyFloat>, out: &mut Vec<u8>) -> PyResult<()> {
    let value = number.value();
    if value.fract() == 0.0 && value.abs() < WHOLE_END {
        out.extend_from_slice((value as i64).to_string().as_bytes());
    } else if (PLAIN_START..WHOLE_END).contains(&value.abs())
        && (value * HALFWAY_PARTS).fract() != 0.0
    {
        out.extend_from_slice(value.to_string().as_bytes());
    } else if value.is_finite() && value.fract() != 0.0 {
        out.extend_from_slice(number.repr()?.to_str()?.as_bytes());
    } else {
        return Err(odd());
    }
    Ok(())
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    let bytes = text.as_bytes();
    let mut plain = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.extend_from_slice(&bytes[plain..at]);
        plain = at + 1;
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0c => out.extend_from_slice(b"\\f"),
            _ => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
        }
    }
    out.extend_from_slice(&bytes[plain..]);
    out.push(b'"');
}

fn deeper(room: u32) -> PyResult<u32> {
    room.checked_sub(1).ok_or_else(odd)
}

fn odd() -> PyErr {
    PyValueError::new_err("left to Python")
}
