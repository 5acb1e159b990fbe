//! Making an index: the same items give the same bytes, whatever the thread count.
use rayon::slice::ParallelSliceMut;

use super::layout::{capacity, home, spread, Table, FREE, VERSION, WORD};
use super::ratio::LIMIT;

/// An n-gram in more than one of this many slots is kept as a bitmap.
const DENSE_SHARE: usize = 128;
/// Rows keep their n-grams up to this mean size; beyond, the lists themselves verify.
const FORWARD_MEAN: usize = 32;

/// The arrays of `setindex/1`, owned.
#[derive(Default)]
pub struct Arrays {
    pub header: Vec<u64>,
    pub table_keys: Vec<u64>,
    pub table_ids: Vec<u32>,
    pub sizes: Vec<u32>,
    pub size_items: Vec<u32>,
    pub row_item: Vec<u32>,
    pub row_rank: Vec<u32>,
    pub frequencies: Vec<u32>,
    pub frequency_grams: Vec<u32>,
    pub postings: Vec<u32>,
    pub bitmaps: Vec<u64>,
    pub forward: Vec<u32>,
}

/// Why items cannot be indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused(pub &'static str);

/// Index item i's n-grams `grams[offsets[i]..offsets[i + 1]]`, its id ranked `id_rank[i]`.
pub fn build(offsets: &[u64], grams: &[u64], id_rank: &[u32]) -> Result<Arrays, Refused> {
    let sets = split(offsets, grams, id_rank)?;
    let mut arrays = Arrays::default();
    let rows = order_rows(&sets, id_rank, &mut arrays);
    let dense = number_grams(grams, slots_of(&arrays.size_items), &mut arrays);
    let known = arrays.table_ids.iter().filter(|&&id| id != FREE).count();
    arrays.header = vec![VERSION, sets.len() as u64, known as u64, dense as u64];
    fill(&sets, &rows, grams.len(), dense, &mut arrays);
    Ok(arrays)
}

fn split<'a>(
    offsets: &[u64],
    grams: &'a [u64],
    id_rank: &[u32],
) -> Result<Vec<&'a [u64]>, Refused> {
    if offsets.first() != Some(&0) || offsets.last() != Some(&(grams.len() as u64)) {
        return Err(Refused("offsets do not run from 0 to the number of grams"));
    }
    if id_rank.len() + 1 != offsets.len() {
        return Err(Refused(
            "id_rank and offsets tell of different numbers of items",
        ));
    }
    if offsets.len() as u64 >= LIMIT / 2 {
        return Err(Refused("more than 2^30 items do not fit one index"));
    }
    let mut sets = Vec::with_capacity(id_rank.len());
    for pair in offsets.windows(2) {
        if pair[0] > pair[1] || pair[1] > grams.len() as u64 {
            return Err(Refused("offsets do not ascend"));
        }
        let set = &grams[pair[0] as usize..pair[1] as usize];
        if !set.windows(2).all(|two| two[0] < two[1]) {
            return Err(Refused("an item's grams are not sorted and unique"));
        }
        sets.push(set);
    }
    Ok(sets)
}

/// Items with n-grams by (size, rank, item), and the size classes.
fn order_rows(sets: &[&[u64]], id_rank: &[u32], arrays: &mut Arrays) -> Vec<u32> {
    let mut rows: Vec<u32> = (0..sets.len() as u32)
        .filter(|&item| !sets[item as usize].is_empty())
        .collect();
    rows.par_sort_unstable_by_key(|&item| {
        (sets[item as usize].len(), id_rank[item as usize], item)
    });
    for same in rows.chunk_by(|&a, &b| sets[a as usize].len() == sets[b as usize].len()) {
        arrays.sizes.push(sets[same[0] as usize].len() as u32);
        arrays.size_items.push(same.len() as u32);
    }
    arrays.row_rank = rows.iter().map(|&item| id_rank[item as usize]).collect();
    arrays.row_item.clone_from(&rows);
    rows
}

fn slots_of(size_items: &[u32]) -> usize {
    size_items
        .iter()
        .map(|&items| (items as usize).next_multiple_of(WORD))
        .sum()
}

/// Number the n-grams by (frequency, key) and make the table; gives how many become bitmaps.
fn number_grams(grams: &[u64], slots: usize, arrays: &mut Arrays) -> usize {
    let mut all: Vec<u64> = grams.iter().map(|&gram| spread(gram)).collect();
    all.par_sort_unstable();
    let keys: Vec<(u64, u32)> = all
        .chunk_by(|a, b| a == b)
        .map(|same| (same[0], same.len() as u32))
        .collect();
    drop(all);

    let mut by_frequency: Vec<u32> = (0..keys.len() as u32).collect();
    by_frequency.par_sort_by_key(|&place| keys[place as usize].1);
    let mut number = vec![0_u32; keys.len()];
    for (id, &place) in by_frequency.iter().enumerate() {
        number[place as usize] = id as u32;
    }
    let mut dense = 0;
    for same in by_frequency.chunk_by(|&a, &b| keys[a as usize].1 == keys[b as usize].1) {
        let frequency = keys[same[0] as usize].1;
        if frequency as usize * DENSE_SHARE > slots {
            dense += same.len();
        } else {
            arrays.frequencies.push(frequency);
            arrays.frequency_grams.push(same.len() as u32);
        }
    }
    make_table(&keys, &number, arrays);
    dense
}

/// Sorted keys at their home or, where that is taken, in the first free place after it.
fn make_table(keys: &[(u64, u32)], number: &[u32], arrays: &mut Arrays) {
    let capacity = capacity(keys.len());
    arrays.table_keys = Vec::with_capacity(capacity);
    arrays.table_ids = Vec::with_capacity(capacity);
    for (&(key, _), &id) in keys.iter().zip(number) {
        let place = home(key, capacity).max(arrays.table_keys.len());
        arrays.table_keys.resize(place, u64::MAX);
        arrays.table_ids.resize(place, FREE);
        arrays.table_keys.push(key);
        arrays.table_ids.push(id);
    }
    let length = capacity.max(arrays.table_keys.len());
    arrays.table_keys.resize(length, u64::MAX);
    arrays.table_ids.resize(length, FREE);
}

/// Walk the rows in order, so that every list ascends.
fn fill(sets: &[&[u64]], rows: &[u32], elements: usize, dense: usize, arrays: &mut Arrays) {
    let words = slots_of(&arrays.size_items) / WORD;
    let keep_forward = elements <= FORWARD_MEAN * rows.len();
    let (mut next, total) = list_starts(arrays);
    let mut postings = vec![0_u32; total];
    let mut bitmaps = vec![0_u64; dense * words];
    let mut forward = Vec::with_capacity(if keep_forward { elements } else { 0 });
    let table = Table {
        keys: &arrays.table_keys,
        ids: &arrays.table_ids,
        grams: arrays.header[2] as u32,
    };
    let mut numbers: Vec<u32> = Vec::new();
    for (&item, slot) in rows.iter().zip(slots(&arrays.size_items)) {
        let set = sets[item as usize];
        for &gram in set {
            table.prefetch(gram);
        }
        numbers.clear();
        numbers.extend(
            set.iter()
                .filter_map(|&gram| table.number(gram).ok().flatten()),
        );
        for &id in &numbers {
            if let Some(end) = next.get_mut(id as usize) {
                postings[*end] = slot as u32;
                *end += 1;
            } else {
                let bitmap = id as usize - next.len();
                bitmaps[bitmap * words + slot / WORD] |= 1 << (slot % WORD);
            }
        }
        if keep_forward {
            numbers.sort_unstable();
            forward.extend_from_slice(&numbers);
        }
    }
    (arrays.postings, arrays.bitmaps, arrays.forward) = (postings, bitmaps, forward);
}

/// The slot of each row in turn.
fn slots(size_items: &[u32]) -> impl Iterator<Item = usize> + '_ {
    size_items
        .iter()
        .scan(0, |first, &items| {
            let start = *first;
            *first += (items as usize).next_multiple_of(WORD);
            Some(start..start + items as usize)
        })
        .flatten()
}

/// Where each list starts, and the postings of all.
fn list_starts(arrays: &Arrays) -> (Vec<usize>, usize) {
    let mut starts = Vec::new();
    let mut total = 0;
    for (&frequency, &grams) in arrays.frequencies.iter().zip(&arrays.frequency_grams) {
        for _ in 0..grams {
            starts.push(total);
            total += frequency as usize;
        }
    }
    (starts, total)
}
