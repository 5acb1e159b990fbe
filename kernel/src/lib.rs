//! The Rust twin of `netnew.kernel`: one primitive per file, all bindings in `bindings`.
//!
//! A text is a slice of bytes: UTF-8 in which a lone surrogate, which Python allows, stands as
//! the three bytes that UTF-8 would give it.
use pyo3::prelude::*;

mod canonical;
pub mod errors;
mod growing;
pub mod hashes;
mod int8;
pub mod lsh;
pub mod minhash;
pub mod normalizers;
pub mod overlap;
pub mod ragged;
mod setsearch;
pub mod shingles;
mod simd;
pub mod simhash;
pub mod sketch;
pub mod threads;
pub mod tokens;
mod untouched;

mod bindings;

#[pymodule]
mod netnew_kernel {
    use super::{bindings, Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_export]
    use crate::canonical::canonical_json;
    #[pymodule_export]
    use crate::growing::GrowingSets;
    #[pymodule_export]
    use crate::int8::bindings::{nearest_int8, quantize};
    #[pymodule_export]
    use crate::setsearch::bindings::{build_set_index, SetSearch};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        bindings::text::register(module)?;
        bindings::sketches::register(module)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
