//! The k items with the greatest mix of lexical and semantic similarity, exactly.
//!
//! An item's connectedness is (p/q) c/u + (1 - p/q) (dot + 127^2) / (2 * 127^2). Items that share
//! no n-gram take part too, with c = 0: they can only win by their dot product.
use std::cmp::Ordering;

use super::layout::{Damaged, Found, Layout, WORD};
use super::query::Lookup;
use super::ratio::Ratio;
use crate::int8::dot;
use crate::simd::Level;

/// 127 squared: the dot product of two equal, perfectly quantised vectors.
const ONE: i32 = 127 * 127;

/// Item i's vector, and what is asked of it.
#[derive(Clone, Copy)]
pub struct Semantics<'a> {
    pub vectors: &'a [i8],
    pub query: &'a [i8],
    /// The weight of the lexical part, at most 1.
    pub alpha: Ratio,
}

/// One item with the integers behind its connectedness.
#[derive(Clone, Copy, Debug)]
pub struct Connected {
    pub item: u32,
    pub rank: u32,
    pub shared: u32,
    pub union: u32,
    pub dot: i32,
}

/// The `k` items of greatest connectedness, best first; `ranks` holds the rank of each item's id.
pub fn top_k_connected(
    layout: &Layout<'_>,
    grams: &[u64],
    semantics: Semantics<'_>,
    ranks: &[u32],
    alive: Option<&[u8]>,
    k: usize,
    level: Level,
) -> Result<Vec<Connected>, Damaged> {
    let lexical = lexical(layout, &Lookup::new(layout, grams)?)?;
    let dimensions = semantics.query.len();
    let mut best: Vec<Connected> = Vec::with_capacity(k.saturating_add(1).min(ranks.len() + 1));
    let mut floor = f64::NEG_INFINITY;
    for (item, &(shared, union)) in lexical.iter().enumerate() {
        if k == 0 || alive.is_some_and(|alive| alive[item] == 0) {
            continue;
        }
        let vector = &semantics.vectors[item * dimensions..][..dimensions];
        let dot = dot(level, vector, semantics.query);
        let found = Connected {
            item: item as u32,
            rank: ranks[item],
            shared,
            union,
            dot,
        };
        // The quotient is right to 1e-12: clearly worse items need no exact comparison.
        if semantics.about(found) < floor - 1e-9 {
            continue;
        }
        let place = best.partition_point(|kept| semantics.order(*kept, found).is_lt());
        if place < k {
            best.insert(place, found);
            best.truncate(k);
            if best.len() == k {
                floor = semantics.about(best[k - 1]);
            }
        }
    }
    Ok(best)
}

impl Semantics<'_> {
    /// Connectedness times 2 q 127^2 and times the union, which it is divided by.
    fn fraction(&self, found: Connected) -> (i128, i128) {
        let (p, q) = (
            i128::from(self.alpha.numerator),
            i128::from(self.alpha.denominator),
        );
        let union = i128::from(found.union.max(1));
        let lexical = p * i128::from(2 * ONE) * i128::from(found.shared);
        let semantic = (q - p) * (i128::from(found.dot) + i128::from(ONE)) * union;
        (lexical + semantic, union)
    }

    fn about(&self, found: Connected) -> f64 {
        let alpha =
            f64::from(self.alpha.numerator as u32) / f64::from(self.alpha.denominator as u32);
        let lexical = f64::from(found.shared) / f64::from(found.union.max(1));
        let semantic = (f64::from(found.dot) + f64::from(ONE)) / f64::from(2 * ONE);
        alpha * lexical + (1.0 - alpha) * semantic
    }

    /// Best first: connectedness, then semantic, then lexical similarity, then the smaller id.
    fn order(&self, one: Connected, other: Connected) -> Ordering {
        let ((a, b), (c, d)) = (self.fraction(one), self.fraction(other));
        let lexical = |found: Connected| Ratio::jaccard(found.shared, found.union.max(1));
        (c * b)
            .cmp(&(a * d))
            .then(other.dot.cmp(&one.dot))
            .then_with(|| lexical(other).compare(lexical(one)))
            .then((one.rank, one.item).cmp(&(other.rank, other.item)))
    }
}

/// What each item shares with the question, and their union.
fn lexical(layout: &Layout<'_>, lookup: &Lookup<'_>) -> Result<Vec<(u32, u32)>, Damaged> {
    let mut shared = vec![0_u32; layout.slots];
    for &gram in &lookup.grams {
        match layout.found(gram) {
            Found::List(list) => {
                for &slot in list {
                    *shared
                        .get_mut(slot as usize)
                        .ok_or(Damaged("postings name no slot"))? += 1;
                }
            }
            Found::Bitmap(bitmap) => {
                for (counts, &bits) in shared.chunks_exact_mut(WORD).zip(bitmap) {
                    for (bit, count) in counts.iter_mut().enumerate() {
                        *count += ((bits >> bit) & 1) as u32;
                    }
                }
            }
        }
    }
    let mut lexical = vec![(0, lookup.size); layout.items()];
    for class in &layout.classes {
        for place in 0..class.items as usize {
            let count = shared[class.first_slot + place];
            if count > class.size.min(lookup.size) {
                return Err(Damaged("postings hold more n-grams of an item than it has"));
            }
            let item = layout.item(class.first_row + place)?;
            lexical[item] = (count, lookup.size + class.size - count);
        }
    }
    Ok(lexical)
}
