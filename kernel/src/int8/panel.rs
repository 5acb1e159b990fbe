//! Sixteen queries side by side, so that one pass over a row answers them all.
//!
//! Each lane of an instruction belongs to one query, and nothing is summed across lanes. Rows are
//! laid out once for all queries.
use std::ops::Range;

use super::lanes::{Lane, Sums, PANEL, ROWS};
use super::nearest::Rows;
use super::winners::Winners;

/// The best rows for each query.
///
/// # Safety
/// The processor has the instructions of these lanes.
pub unsafe fn search_woven<L: Lane>(
    rows: Rows<'_>,
    items: Range<usize>,
    queries: &[&[i8]],
    k: usize,
) -> Vec<Winners> {
    let width = L::holding(rows.dimensions);
    let mut panels: Vec<Panel<L>> = queries
        .chunks(PANEL)
        .map(|queries| Panel::new(queries, width, k))
        .collect();
    let mut laid = vec![L::default(); ROWS * width];
    for first in items.clone().step_by(ROWS) {
        let block = first..(first + ROWS).min(items.end);
        for (place, item) in block.clone().enumerate() {
            let row = rows.vectors(&(item..item + 1));
            lay(row, L::LIFT, &mut laid[place * width..][..width]);
        }
        let laid = std::array::from_fn(|place| &laid[place * width..][..width]);
        for panel in &mut panels {
            let mut dots = [panel.excess; ROWS];
            L::multiply(laid, &panel.woven, &mut dots);
            panel.offer(rows, block.clone(), &dots);
        }
    }
    panels.into_iter().flat_map(|panel| panel.winners).collect()
}

/// Numbers in lanes; those that fill the last lane stay zero.
#[inline]
fn lay<L: Lane>(vector: &[i8], lift: i8, lanes: &mut [L]) {
    for (number, &step) in L::numbers(lanes).iter_mut().zip(vector) {
        *number = (step ^ lift).into();
    }
}

/// Up to sixteen queries.
struct Panel<L> {
    /// For each lane of a row, those of all queries.
    woven: Vec<[L; PANEL]>,
    /// What lifting a row adds to its dot product with each query, to be taken off.
    excess: [i32; PANEL],
    winners: Vec<Winners>,
    /// What a dot product must reach; nothing reaches it where there is no query.
    floors: [i32; PANEL],
}

impl<L: Lane> Panel<L> {
    fn new(queries: &[&[i8]], width: usize, k: usize) -> Self {
        let mut panel = Self {
            woven: vec![[L::default(); PANEL]; width],
            excess: [0; PANEL],
            winners: queries.iter().map(|_| Winners::new(k)).collect(),
            floors: [i32::MAX; PANEL],
        };
        let mut lanes = vec![L::default(); width];
        for (place, query) in queries.iter().enumerate() {
            lay(query, 0, &mut lanes);
            for (woven, &lane) in panel.woven.iter_mut().zip(&lanes) {
                woven[place] = lane;
            }
            let sum: i32 = query.iter().map(|&step| i32::from(step)).sum();
            panel.excess[place] = i32::from(L::LIFT) * sum;
            panel.floors[place] = panel.winners[place].floor;
        }
        panel
    }

    fn offer(&mut self, rows: Rows<'_>, items: Range<usize>, dots: &Sums) {
        for (item, dots) in items.zip(dots) {
            // Nearly all rows end here, so all queries are asked at once.
            let reached = |(dot, floor): &(&i32, &i32)| dot >= floor;
            if dots.iter().zip(&self.floors).filter(reached).count() == 0 {
                continue;
            }
            for ((winners, floor), &dot) in self.winners.iter_mut().zip(&mut self.floors).zip(dots)
            {
                rows.offer(item, dot, winners);
                *floor = winners.floor;
            }
        }
    }
}
