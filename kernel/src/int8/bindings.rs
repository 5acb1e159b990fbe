//! Int8 embeddings as Python sees them.
#![allow(clippy::needless_pass_by_value)] // PyO3 hands every argument over by value

use numpy::{IntoPyArray, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use numpy::{PyUntypedArrayMethods, ToPyArray};
use pyo3::prelude::*;
use rayon::prelude::*;

use super::dot::WIDEST;
use super::nearest::{nearest, Rows};
use super::quantize::quantize as quantize_one;
use crate::setsearch::batch::{pooled, Column};
use crate::setsearch::bindings::refused;
use crate::simd::Level;

type Ranked<'py> = (Column<'py, u64>, Column<'py, u32>, Column<'py, i32>);

/// Each row normalised, scaled to 127 and rounded half to even.
#[pyfunction]
pub fn quantize<'py>(
    py: Python<'py>,
    vectors: PyReadonlyArray2<'py, f32>,
) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let (rows, dimensions) = (vectors.shape()[0], vectors.shape()[1]);
    let floats = vectors.as_slice()?;
    let mut steps = vec![0_i8; rows * dimensions];
    if dimensions > 0 {
        py.detach(|| {
            pooled(0, || {
                floats
                    .par_chunks(dimensions)
                    .zip(steps.par_chunks_mut(dimensions))
                    .try_for_each(|(vector, steps)| quantize_one(vector, steps))
            })
        })?
        .map_err(refused)?;
    }
    steps.to_pyarray(py).reshape([rows, dimensions])
}

/// The k rows nearest each query: where each answer starts, then items and dot products.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // the fields of one call, as Python passes them
pub fn nearest_int8<'py>(
    py: Python<'py>,
    vectors: PyReadonlyArray2<'py, i8>,
    id_rank: PyReadonlyArray1<'py, u32>,
    queries: PyReadonlyArray2<'py, i8>,
    k: usize,
    alive: Option<PyReadonlyArray1<'py, u8>>,
    threads: usize,
    simd: &str,
) -> PyResult<Ranked<'py>> {
    let dimensions = vectors.shape()[1];
    let level =
        Level::named(simd).ok_or_else(|| refused("this processor has no such SIMD level"))?;
    let ranks = id_rank.as_slice()?;
    let alive = alive.as_ref().map(|alive| alive.as_slice()).transpose()?;
    if queries.shape()[1] != dimensions || dimensions > WIDEST {
        return Err(refused(
            "vectors and queries differ in dimensions, or have too many",
        ));
    }
    if ranks.len() != vectors.shape()[0] || alive.is_some_and(|alive| alive.len() != ranks.len()) {
        return Err(refused("id_rank or alive has not one element a vector"));
    }
    let rows = Rows {
        vectors: vectors.as_slice()?,
        dimensions,
        ranks,
        alive,
    };
    let flat = queries.as_slice()?;
    let split: Vec<&[i8]> = (0..queries.shape()[0])
        .map(|query| &flat[query * dimensions..][..dimensions])
        .collect();
    let answers = py.detach(|| match threads {
        1 => Ok(nearest(rows, &split, k, 1, level)),
        _ => pooled(threads, || {
            nearest(rows, &split, k, rayon::current_num_threads(), level)
        }),
    })?;
    let mut offsets = vec![0_u64];
    for answer in &answers {
        offsets.push(offsets[offsets.len() - 1] + answer.len() as u64);
    }
    let items: Vec<u32> = answers.iter().flatten().map(|near| near.2).collect();
    let dots: Vec<i32> = answers.iter().flatten().map(|near| near.0 .0).collect();
    Ok((
        offsets.into_pyarray(py),
        items.into_pyarray(py),
        dots.into_pyarray(py),
    ))
}
