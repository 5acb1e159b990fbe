//! Normalisers, shingles and word overlap.
use std::borrow::Cow;

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rayon::prelude::*;

use super::given::{bytes_of, named, returned, Batch};
use crate::normalizers::{lower, Normalizer};
use crate::overlap;
use crate::shingles::{self, Grams, Line, LONGEST};
use crate::threads::in_pool;

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(normalize, module)?)?;
    module.add_function(wrap_pyfunction!(normalize_many, module)?)?;
    module.add_function(wrap_pyfunction!(shingles_of, module)?)?;
    module.add_function(wrap_pyfunction!(shingles_many, module)?)?;
    module.add_function(wrap_pyfunction!(text_overlap_many, module)?)?;
    module.add_function(wrap_pyfunction!(text_overlap_square, module)?)
}

#[pyfunction]
fn normalize<'py>(
    text: &Bound<'py, PyString>,
    version: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyString>> {
    let form = normalizer(version)?;
    returned(text.py(), &form.apply(&bytes_of(text)?))
}

#[pyfunction]
fn normalize_many<'py>(
    py: Python<'py>,
    texts: Batch<'py>,
    version: &Bound<'py, PyString>,
) -> PyResult<Vec<Bound<'py, PyString>>> {
    let form = normalizer(version)?;
    let texts = texts.bytes()?;
    let apply = |text: &Cow<[u8]>| form.apply(text);
    let normalized: Vec<_> = py.detach(|| in_pool(|| texts.par_iter().map(apply).collect()))?;
    normalized
        .iter()
        .map(|text: &Vec<u8>| returned(py, text))
        .collect()
}

fn normalizer(version: &Bound<'_, PyString>) -> PyResult<Normalizer> {
    let known = Normalizer::VERSIONS.map(|(name, _)| name).join(", ");
    let way_out = format!("choose one of {known}");
    named(version, Normalizer::named, "normaliser is", way_out)
}

#[pyfunction(name = "shingles")]
fn shingles_of<'py>(
    text: &Bound<'py, PyString>,
    version: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let grams = grams(version)?;
    let hashes = grams.shingles(&bytes_of(text)?, &mut Line::default());
    Ok(hashes.into_pyarray(text.py()))
}

type Ragged<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>);

#[pyfunction]
fn shingles_many<'py>(
    py: Python<'py>,
    texts: Batch<'py>,
    version: &Bound<'py, PyString>,
) -> PyResult<Ragged<'py>> {
    let grams = grams(version)?;
    let texts = texts.bytes()?;
    let (flat, offsets) = py.detach(|| in_pool(|| shingles::shingles_many(&texts, grams)))?;
    Ok((flat.into_pyarray(py), offsets.into_pyarray(py)))
}

/// The n-grams that a version names.
pub fn grams(version: &Bound<'_, PyString>) -> PyResult<Grams> {
    let way_out =
        format!("choose word<n>/1 or char<n>/1 with n from 1 to {LONGEST}, as in word2/1");
    named(version, Grams::named, "n-grams are", way_out)
}

type Ratios<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>);

#[pyfunction]
fn text_overlap_many<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
    others: Batch<'py>,
) -> PyResult<Ratios<'py>> {
    let own = lower(&bytes_of(text)?).into_owned();
    let others = others.bytes()?;
    let (shared, smaller): (Vec<u32>, Vec<u32>) = py.detach(|| {
        let own = overlap::words(&own);
        let compare = |other: &Cow<[u8]>| overlap::overlap_with(&own, other);
        if others.len() == 1 {
            return Ok(others.iter().map(compare).unzip());
        }
        in_pool(|| others.par_iter().map(compare).unzip())
    })?;
    Ok((shared.into_pyarray(py), smaller.into_pyarray(py)))
}

#[pyfunction]
fn text_overlap_square<'py>(
    py: Python<'py>,
    texts: Batch<'py>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let texts = texts.bytes()?;
    let count = texts.len();
    let shared = py.detach(|| {
        let lowered: Vec<_> = texts.iter().map(|text| lower(text)).collect();
        overlap::square(&lowered)
    });
    shared.into_pyarray(py).reshape([count, count])
}
