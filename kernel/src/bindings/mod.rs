//! How Python reaches the crate: a file for each group of primitives.
#![allow(clippy::needless_pass_by_value)] // PyO3 hands arguments over by value
pub mod given;
pub mod sketches;
pub mod text;
