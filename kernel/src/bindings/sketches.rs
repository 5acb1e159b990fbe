//! `MinHash`, LSH, `SimHash`, and all of it in one pass.
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use numpy::{PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rayon::prelude::*;

use super::given::{array, bytes_of, hashes, number_in, Batch};
use super::text::grams;
use crate::errors::Refused;
use crate::lsh;
use crate::minhash::{self, Lanes, MOST_LANES};
use crate::ragged::Rows;
use crate::simhash::{self, MOST_BITS};
use crate::sketch;
use crate::threads::in_pool;

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(minhash_of, module)?)?;
    module.add_function(wrap_pyfunction!(minhash_many, module)?)?;
    module.add_function(wrap_pyfunction!(matching_lanes, module)?)?;
    module.add_function(wrap_pyfunction!(bucket_keys, module)?)?;
    module.add_function(wrap_pyfunction!(simhash_of, module)?)?;
    module.add_function(wrap_pyfunction!(simhash_many, module)?)?;
    module.add_function(wrap_pyfunction!(hamming_many, module)?)?;
    module.add_function(wrap_pyfunction!(sketch_many, module)?)
}

#[pyfunction(name = "minhash")]
fn minhash_of<'py>(
    shingles: &Bound<'py, PyAny>,
    k: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let lanes = lanes(k)?;
    let shingles = hashes(shingles)?;
    Ok(minhash::minhash(&lanes, shingles.as_slice()?).into_pyarray(k.py()))
}

#[pyfunction]
fn minhash_many<'py>(
    py: Python<'py>,
    shingles: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    k: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let lanes = lanes(k)?;
    let (shingles, offsets) = (hashes(shingles)?, hashes(offsets)?);
    let rows = Rows::new(shingles.as_slice()?, offsets.as_slice()?)?;
    let signatures = py.detach(|| in_pool(|| minhash::minhash_many(&lanes, rows)))?;
    signatures.into_pyarray(py).reshape([rows.len(), lanes.k()])
}

fn lanes(k: &Bound<'_, PyAny>) -> PyResult<Lanes> {
    let k = number_in(k, 1..=MOST_LANES as u64, |shown| {
        Refused::new(
            format!("a signature cannot have {shown} lanes"),
            format!("give k from 1 to {MOST_LANES}"),
        )
    })?;
    Ok(Lanes::new(usize::try_from(k)?))
}

#[pyfunction]
fn matching_lanes<'py>(
    py: Python<'py>,
    signature: &Bound<'py, PyAny>,
    others: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let own: Option<PyReadonlyArray1<u32>> = array(signature)?;
    let table: Option<PyReadonlyArray2<u32>> = array(others)?;
    let (Some(own), Some(table)) = (own, table) else {
        let problem = "got signatures that are not one row and one table of uint32";
        return Err(Refused::new(problem, "give what `minhash` and `minhash_many` return").into());
    };
    let (rows, k) = (table.shape()[0], table.shape()[1]);
    if own.len() != k {
        let problem = format!("got signatures of {} lanes and of {k}", own.len());
        return Err(Refused::new(problem, "compare signatures of the same k").into());
    }
    let (own, table) = (own.as_slice()?, table.as_slice()?);
    let count = |row| minhash::matching_lanes(own, &table[row * k..(row + 1) * k]);
    let counts: Vec<u32> = py.detach(|| (0..rows).map(count).collect());
    Ok(counts.into_pyarray(py))
}

#[pyfunction]
fn bucket_keys<'py>(
    py: Python<'py>,
    signatures: &Bound<'py, PyAny>,
    bands: &Bound<'py, PyAny>,
    rows: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<u64>>> {
    let table: PyReadonlyArray2<u32> = array(signatures)?.ok_or_else(|| {
        Refused::new(
            "got signatures that are not a table of uint32",
            "give one signature a row",
        )
    })?;
    let (items, k) = (table.shape()[0], table.shape()[1]);
    let refused = || {
        Refused::new(
            format!("{bands} bands of {rows} rows do not make the {k} lanes of a signature"),
            "choose bands and rows whose product is k, at most 4096",
        )
    };
    let limit = 1..=MOST_LANES as u64;
    let bands = usize::try_from(number_in(bands, limit.clone(), |_| refused())?)?;
    let rows = usize::try_from(number_in(rows, limit, |_| refused())?)?;
    if k > MOST_LANES || bands * rows != k {
        return Err(refused().into());
    }
    let table = table.as_slice()?;
    let keys = py.detach(|| in_pool(|| lsh::bucket_keys_many(table, bands, rows)))?;
    keys.into_pyarray(py).reshape([items, bands])
}

#[pyfunction(name = "simhash", signature = (text, bits = None))]
fn simhash_of(text: &Bound<'_, PyString>, bits: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    let bits = width(bits)?;
    Ok(simhash::simhash(&bytes_of(text)?, bits))
}

#[pyfunction(signature = (texts, bits = None))]
fn simhash_many<'py>(
    py: Python<'py>,
    texts: Batch<'py>,
    bits: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let bits = width(bits)?;
    let texts = texts.bytes()?;
    let fingerprint = |text: &std::borrow::Cow<[u8]>| simhash::simhash(text, bits);
    let fingerprints: Vec<u64> =
        py.detach(|| in_pool(|| texts.par_iter().map(fingerprint).collect()))?;
    Ok(fingerprints.into_pyarray(py))
}

fn width(bits: Option<&Bound<'_, PyAny>>) -> PyResult<u32> {
    let Some(bits) = bits else {
        return Ok(MOST_BITS);
    };
    let bits = number_in(bits, 1..=u64::from(MOST_BITS), |shown| {
        Refused::new(
            format!("a fingerprint cannot have {shown} bits"),
            format!("give bits from 1 to {MOST_BITS}"),
        )
    })?;
    Ok(u32::try_from(bits)?)
}

#[pyfunction]
fn hamming_many<'py>(
    fingerprint: &Bound<'py, PyAny>,
    others: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let own = number_in(fingerprint, 0..=u64::MAX, |shown| {
        Refused::new(
            format!("{shown} is no fingerprint"),
            "give a whole number from 0 to 2**64 - 1",
        )
    })?;
    let others = hashes(others)?;
    let distances = simhash::hamming_many(own, others.as_slice()?);
    Ok(distances.into_pyarray(others.py()))
}

type Sketches<'py> = (Bound<'py, PyArray2<u32>>, Bound<'py, PyArray1<u64>>);

#[pyfunction(signature = (texts, version, k = None, bits = None))]
fn sketch_many<'py>(
    py: Python<'py>,
    texts: Batch<'py>,
    version: &Bound<'py, PyString>,
    k: Option<&Bound<'py, PyAny>>,
    bits: Option<&Bound<'py, PyAny>>,
) -> PyResult<Sketches<'py>> {
    let grams = grams(version)?;
    let lanes = k.map_or_else(|| Ok(Lanes::new(sketch::LANES)), lanes)?;
    let bits = width(bits)?;
    let texts = texts.bytes()?;
    let (signatures, fingerprints) =
        py.detach(|| in_pool(|| sketch::sketch_many(&texts, grams, &lanes, bits)))?;
    let signatures = signatures
        .into_pyarray(py)
        .reshape([texts.len(), lanes.k()])?;
    Ok((signatures, fingerprints.into_pyarray(py)))
}
