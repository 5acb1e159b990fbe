//! All items at least so much like a question, exactly, without walking all postings.
//!
//! An item that shares enough must share `e` n-grams among the question's rarest ones: so only
//! those lists are walked, and of each only the sizes that can still reach the threshold from
//! there. What was met `e` times is then counted in full.
use std::ops::Range;

use super::counters::with_walk;
use super::layout::{Damaged, Found, Layout, SizeClass, WORD};
use super::prefix::Prefix;
use super::query::{Candidate, Hit, Lookup, Question};
use super::ratio::Ratio;

/// Every item with a similarity of at least `threshold`, best first.
pub fn at_least(
    layout: &Layout<'_>,
    question: Question<'_>,
    threshold: Ratio,
) -> Result<Vec<Hit>, Damaged> {
    let lookup = Lookup::new(layout, question.grams)?;
    let mut found = Vec::new();
    for slot in candidates(layout, &lookup, threshold)? {
        let (class, row) = layout.locate(slot)?;
        let need = threshold.least_shared(lookup.size, class.size);
        let Some(shared) = shared_of(layout, &lookup, class, row, slot, need) else {
            continue;
        };
        found.extend(lookup.candidate(layout, class, row, shared, question.alive)?);
    }
    found.sort_unstable_by(Candidate::by_rank);
    found
        .iter()
        .map(|candidate| candidate.hit(layout))
        .collect()
}

/// Slots met `e` times in the prefix: all that can reach the threshold, and some more.
fn candidates(
    layout: &Layout<'_>,
    lookup: &Lookup<'_>,
    threshold: Ratio,
) -> Result<Vec<u32>, Damaged> {
    let prefix = Prefix::new(lookup, threshold);
    with_walk(layout.slots, |walk| {
        for (known, &gram) in lookup.grams.iter().enumerate() {
            let window = prefix.slots(layout, known);
            if window.is_empty() {
                break;
            }
            match layout.found(gram) {
                Found::List(list) => {
                    let list = &list[list.partition_point(|&slot| slot < window.start)..];
                    walk.touch(list.iter().copied().take_while(|&slot| slot < window.end))?;
                }
                Found::Bitmap(bitmap) => walk.touch(slots_of(bitmap, window))?,
            }
        }
        let met = |slot: &u32| walk.times(*slot) >= prefix.meetings;
        let often = if prefix.meetings == 1 {
            &walk.touched
        } else {
            &walk.twice
        };
        let candidates = often.iter().copied().filter(met).collect();
        walk.clear();
        Ok(candidates)
    })
}

/// The slots of the window that a bitmap holds; windows are whole words.
fn slots_of(bitmap: &[u64], window: Range<u32>) -> impl Iterator<Item = u32> + '_ {
    let words = window.start as usize / WORD..window.end as usize / WORD;
    (window.start..)
        .step_by(WORD)
        .zip(&bitmap[words])
        .flat_map(|(first_slot, &word)| {
            let mut bits = word;
            std::iter::from_fn(move || {
                let place = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(first_slot + place)
            })
        })
}

/// The n-grams that an item shares, unless they are fewer than `need`.
fn shared_of(
    layout: &Layout<'_>,
    lookup: &Lookup<'_>,
    class: &SizeClass,
    row: usize,
    slot: u32,
    need: u32,
) -> Option<u32> {
    let shared = match layout.row_grams(class, row) {
        Some(grams) => shared_of_sorted(&lookup.grams, grams, need)?,
        None => lookup.shared(slot),
    };
    (shared >= need).then_some(shared)
}

/// Common numbers of two ascending lists, or nothing once `need` is out of reach.
fn shared_of_sorted(left: &[u32], right: &[u32], need: u32) -> Option<u32> {
    let need = need as usize;
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while i < left.len() && j < right.len() {
        if shared + (left.len() - i).min(right.len() - j) < need {
            return None;
        }
        let (a, b) = (left[i], right[j]);
        shared += usize::from(a == b);
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    Some(shared as u32)
}
