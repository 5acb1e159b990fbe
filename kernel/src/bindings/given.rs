//! What Python gave, as Rust reads it; and what Rust refuses, as Python raises it.
use std::borrow::Cow;

use numpy::ndarray::Dimension;
use numpy::{Element, PyReadonlyArray, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::errors::Refused;

impl From<Refused> for PyErr {
    fn from(refused: Refused) -> Self {
        Python::attach(|py| {
            let raised = py
                .import("netnew.foundation.errors")
                .and_then(|errors| errors.getattr("InputError"))
                .and_then(|class| class.call1((refused.problem, refused.way_out)));
            raised.map_or_else(|failed| failed, PyErr::from_value)
        })
    }
}

/// The bytes of a text: its UTF-8, borrowed; a copy where it holds lone surrogates.
pub fn bytes_of<'a>(given: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, [u8]>> {
    if let Ok(plain) = given.to_str() {
        return Ok(Cow::Borrowed(plain.as_bytes()));
    }
    let encoded = given.call_method1("encode", ("utf-8", "surrogatepass"))?;
    Ok(Cow::Owned(encoded.cast::<PyBytes>()?.as_bytes().to_vec()))
}

/// Many texts: a list or another sequence, but not a text, whose characters are texts too.
pub struct Batch<'py>(Vec<Bound<'py, PyString>>);

impl<'py> FromPyObject<'_, 'py> for Batch<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if given.is_instance_of::<PyString>() {
            let problem = "got one text where many are expected";
            return Err(Refused::new(problem, "put it in a list").into());
        }
        given.extract().map(Self)
    }
}

impl Batch<'_> {
    pub fn bytes(&self) -> PyResult<Vec<Cow<'_, [u8]>>> {
        self.0.iter().map(bytes_of).collect()
    }
}

/// A text for Python, lone surrogates and all.
pub fn returned<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
    if let Ok(plain) = std::str::from_utf8(text) {
        return Ok(PyString::new(py, plain));
    }
    let decoded = PyBytes::new(py, text).call_method1("decode", ("utf-8", "surrogatepass"))?;
    Ok(decoded.cast_into::<PyString>()?)
}

/// What a version names, or the refusal that lists the known ones.
pub fn named<T>(
    version: &Bound<'_, PyString>,
    find: impl FnOnce(&str) -> Option<T>,
    what: &str,
    way_out: impl Into<String>,
) -> PyResult<T> {
    if let Some(found) = version.to_str().ok().and_then(find) {
        return Ok(found);
    }
    let repr = version.repr()?;
    let shown = String::from_utf8_lossy(&bytes_of(&repr)?).into_owned();
    Err(Refused::new(format!("no {what} called {shown}"), way_out).into())
}

/// A whole number in `range`, or the refusal made of how Python writes the number.
pub fn number_in(
    given: &Bound<'_, PyAny>,
    range: std::ops::RangeInclusive<u64>,
    refused: impl FnOnce(&str) -> Refused,
) -> PyResult<u64> {
    match given.extract::<u64>() {
        Ok(number) if range.contains(&number) => Ok(number),
        Err(why) if !why.is_instance_of::<PyOverflowError>(given.py()) => Err(why),
        _ => Err(refused(&given.str()?.to_string_lossy()).into()),
    }
}

/// One row of uint64.
pub fn hashes<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, u64>> {
    array(given)?.ok_or_else(|| {
        let problem = "got an array that is not one row of uint64";
        Refused::new(problem, "give a one-dimensional array of numpy.uint64").into()
    })
}

/// An array of this type and dimension, laid out without gaps; `None` if it is another.
pub fn array<'py, T: Element, D: Dimension>(
    given: &Bound<'py, PyAny>,
) -> PyResult<Option<PyReadonlyArray<'py, T, D>>> {
    let Ok(array) = given.extract::<PyReadonlyArray<'py, T, D>>() else {
        return Ok(None);
    };
    if array.is_c_contiguous() && array.as_slice().is_ok() {
        return Ok(Some(array));
    }
    let numpy = given.py().import("numpy")?;
    let copy = numpy.call_method1("require", (given, given.py().None(), "CA"))?;
    Ok(Some(copy.extract()?))
}
