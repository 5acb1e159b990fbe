//! The k items most like a question, exactly, in one of two ways.
//!
//! Few postings: note what the lists touch, a bit an item. What is touched twice or more is looked
//! up in the bitmaps one by one (`meet`); for all others, what is touched is one more bitmap, and
//! the bitmaps are summed (`scan`). Many postings: count the lists, a byte an item, and scan all
//! counters with the bitmaps added. Both skip what cannot reach the k-th best so far.
use super::best::Best;
use super::counters::{count, with_walk, Walk};
use super::layout::{Damaged, Layout};
use super::query::{Hit, Lookup, Question};
use super::ratio::Ratio;
use super::scan::Scan;
use crate::simd::{prefetch, Level};

/// Postings of the rarest lists that are walked for the first floor.
const SEEDS: usize = 128;
/// Lists are walked with a bit an item where they hold fewer than one posting for so many slots;
/// beyond, most items would be touched twice (benchmarks/search.py).
const SLOTS_A_POSTING: usize = 16;

/// Postings that a line of the cache holds, and lines of each list that are fetched at first.
const LINE: usize = 16;
const LINES: usize = 16;

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
    let postings: usize = lookup.lists.iter().map(|list| list.len()).sum();
    with_walk(layout.slots, |walk| {
        if postings < layout.slots / SLOTS_A_POSTING {
            meet(&scan, walk, &mut best)
        } else {
            best.raise(count_all(&scan, walk, k)?);
            scan.counted(walk.counters, &mut best)
        }
    })?;
    best.into_hits(layout)
}

/// Offer all that can win, given few postings.
fn meet<'b>(scan: &Scan<'_, 'b>, walk: &mut Walk<'_>, best: &mut Best<'b>) -> Result<(), Damaged> {
    // Beyond its first line, which was fetched already, the processor is late to foresee a list.
    for list in &scan.lookup.lists {
        list.iter().step_by(LINE).take(LINES).for_each(prefetch);
    }
    for list in &scan.lookup.lists {
        walk.touch_all(list)?;
    }
    walk.raise_all();
    scan.touched_twice(walk, best)?;
    scan.touched_once(walk, best)?;
    walk.clear_all();
    Ok(())
}

/// Count all lists; gives a floor under the k-th best, which the rarest of them tell.
fn count_all(scan: &Scan<'_, '_>, walk: &mut Walk<'_>, k: usize) -> Result<Ratio, Damaged> {
    let seeded = seed(scan.lookup, walk)?;
    let floor = seed_floor(scan, walk, k)?;
    let counters = walk.counted();
    for list in &scan.lookup.lists[seeded..] {
        count(counters, list)?;
    }
    Ok(floor)
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
fn seed_floor(scan: &Scan<'_, '_>, walk: &Walk<'_>, k: usize) -> Result<Ratio, Damaged> {
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
        let shared = u32::from(walk.times(slot)) + scan.lookup.dense_shared(slot);
        let candidate = scan.candidate(slot, shared)?;
        found.extend(candidate.map(|candidate| candidate.similarity()));
    }
    if found.len() < k {
        return Ok(Ratio::ZERO);
    }
    let (_, worst, _) = found.select_nth_unstable_by(k - 1, |a, b| b.compare(*a));
    Ok(*worst)
}
