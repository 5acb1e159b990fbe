//! Embeddings as small integers: quantised once, compared exactly.
//!
//! `quantize` makes them, `dot` compares one with many, `panel` many with many, `nearest` ranks.
pub mod bindings;
mod dot;
mod nearest;
mod panel;
mod quantize;

pub use dot::{dot, WIDEST};
