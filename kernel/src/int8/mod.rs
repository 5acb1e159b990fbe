//! Embeddings as small integers: quantised once, compared exactly.
//!
//! `quantize` makes them, `dot` compares one with many and `nearest` searches. `panel` searches for
//! many at once, `lanes` multiplies them, and `winners` keeps the best.
// Rows and steps fit: `nearest` numbers items in 32 bits, `quantize` rounds within -127..=127.
#![allow(clippy::cast_possible_truncation)]

pub mod bindings;
mod dot;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod nearest;
#[cfg(target_arch = "x86_64")]
mod panel;
mod quantize;
mod winners;

pub use dot::{dot, WIDEST};
