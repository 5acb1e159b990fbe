//! How Python reaches the crate: a file for each group of primitives.
#![allow(clippy::needless_pass_by_value)] // PyO3 hands arguments over by value
use pyo3::types::PyString;
use pyo3::Bound;

pub mod given;
pub mod sketches;
pub mod text;

/// Many texts: a list, or another sequence that is not itself a text.
type Batch<'py> = Vec<Bound<'py, PyString>>;
