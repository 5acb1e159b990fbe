//! The Rust twin of `netnew.kernel`: one primitive per file, all bindings here.
use pyo3::prelude::*;

#[pymodule]
mod netnew_kernel {
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
