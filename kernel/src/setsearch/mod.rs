//! Exact set-similarity search over an inverted index of plain arrays (`setindex/1`).
//!
//! `layout` gives the arrays meaning and refuses damaged ones, `build` makes them, `query` turns a
//! claim's n-grams into lists, `top_k` and `at_least` answer. `docs/reference/exact-search.md`
//! tells why the answers are exact.
// Counts fit: `build` refuses and `open` rejects more items, slots or n-grams than 32 bits hold.
#![allow(clippy::cast_possible_truncation)]

mod at_least;
pub mod batch;
mod best;
pub mod bindings;
mod build;
mod connect;
mod counters;
mod layout;
mod prefix;
mod query;
mod ratio;
mod scan;
mod sums;
mod tile;
mod top_k;

pub use at_least::at_least;
pub use build::{build, Refused};
pub use connect::{top_k_connected, Semantics};
pub use layout::{Damaged, Layout, Parts};
pub use query::{Hit, Question};
pub use ratio::Ratio;
pub use top_k::top_k;
