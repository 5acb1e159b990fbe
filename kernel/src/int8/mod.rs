//! Embeddings as small integers: quantised once, compared exactly.
//!
//! `quantize` makes them, `dot` compares one with many, `panel` many with many,
//! `nearest` searches and `winners` keeps the best.
// Rows and steps fit: `nearest` numbers items in 32 bits, `quantize` rounds within -127..=127.
#![allow(clippy::cast_possible_truncation)]

pub mod bindings;
mod dot;
mod nearest;
mod panel;
mod quantize;
mod winners;

pub use dot::{dot, WIDEST};
