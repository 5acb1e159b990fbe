//! The Rust twin of `netnew.kernel`: one primitive per file, all bindings here.
mod int8;
mod setsearch;
mod simd;

use pyo3::prelude::*;

#[pymodule]
mod netnew_kernel {
    use super::*;

    #[pymodule_export]
    use crate::int8::bindings::{nearest_int8, quantize};
    #[pymodule_export]
    use crate::setsearch::bindings::{build_set_index, SetSearch};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
