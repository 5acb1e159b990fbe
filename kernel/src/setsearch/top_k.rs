//! The k items most like a question, exactly, in one of two ways.
//!
//! Few postings: note what the lists touch, look those items up in the bitmaps, and scan the
//! bitmaps alone for items that no list holds (`meet`). Many: count the lists, a byte an item, and
//! scan all counters with the bitmaps added (`scan`). Both start from a floor under the k-th best
//! that the rarest lists give, and skip what cannot reach it.
use super::best::Best;
use super::counters::{count, with_walk, Walk};
use super::layout::{Damaged, Layout};
use super::meet::Meet;
use super::query::{Hit, Lookup, Question};
use super::ratio::Ratio;
use super::scan::Scan;
use crate::simd::Level;

/// Postings of the rarest lists that are walked for the first floor.
const SEEDS: usize = 128;
/// Touched items are looked up one by one where that means fewer than one look-up for so many
/// slots; beyond, scanning them all costs less (benchmarks/search.py).
const SLOTS_A_LOOKUP: usize = 4;

/// The `k` best items of at least `floor`, best first.
pub fn top_k(
    layout: &Layout<'_>,
    question: Question<'_>,
    k: usize,
    floor: Ratio,
    level: Level,
) -> Result<Vec<Hit>, Damaged> {
    let lookup = Lookup::new(layout, question.grams)?;
    if k == 0 || lookup.grams.is_empty() {
        return Ok(Vec::new());
    }
    let mut best = Best::new(k, floor);
    let scan = Scan {
        layout,
        lookup: &lookup,
        question,
        level,
    };
    with_walk(layout.slots, |walk| {
        let seeded = seed(&lookup, walk)?;
        best.raise(seed_floor(layout, &lookup, question, walk, k)?);
        let unseeded = &lookup.lists[seeded..];
        let postings: usize = unseeded.iter().map(|list| list.len()).sum();
        if postings * (lookup.bitmaps.len() + 1) < layout.slots / SLOTS_A_LOOKUP {
            unseeded
                .iter()
                .try_for_each(|list| walk.touch(list.iter().copied()))?;
            Meet {
                layout,
                lookup: &lookup,
                question,
                walk,
            }
            .offer_all(&mut best)?;
            scan.untouched(walk, &mut best)?;
            walk.clear();
            Ok(())
        } else {
            let counters = walk.counted();
            unseeded.iter().try_for_each(|list| count(counters, list))?;
            scan.counted(counters, &mut best)
        }
    })?;
    best.into_hits(layout)
}

/// Walk the rarest lists; gives how many.
fn seed(lookup: &Lookup<'_>, walk: &mut Walk<'_>) -> Result<usize, Damaged> {
    let mut postings = 0;
    for (known, list) in lookup.lists.iter().enumerate() {
        postings += list.len();
        if postings > SEEDS {
            return Ok(known);
        }
        walk.touch(list.iter().copied())?;
    }
    Ok(lookup.lists.len())
}

/// The k-th best of what the touched items share at least: the answer's worst is no less.
fn seed_floor(
    layout: &Layout<'_>,
    lookup: &Lookup<'_>,
    question: Question<'_>,
    walk: &Walk<'_>,
    k: usize,
) -> Result<Ratio, Damaged> {
    let seeds = if walk.twice.len() >= k {
        &walk.twice
    } else {
        &walk.touched
    };
    if seeds.len() < k {
        return Ok(Ratio::ZERO);
    }
    let mut found = Vec::with_capacity(seeds.len());
    for &slot in seeds {
        let shared = u32::from(walk.times(slot)) + lookup.dense_shared(slot);
        let (class, row) = layout.locate(slot)?;
        let candidate = lookup.candidate(layout, class, row, shared, question.alive)?;
        found.extend(candidate.map(|candidate| candidate.similarity()));
    }
    if found.len() < k {
        return Ok(Ratio::ZERO);
    }
    let (_, worst, _) = found.select_nth_unstable_by(k - 1, |a, b| b.compare(*a));
    Ok(*worst)
}
