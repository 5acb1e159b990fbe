//! What the arrays of `setindex/1` mean, and which arrays cannot be one.
//!
//! Items are numbered twice. *Rows* run over the items that have n-grams, by (set size, rank of
//! the id). *Slots* are rows with each size padded to 64, so that a size is whole words of a
//! bitmap. N-grams are numbered by (document frequency, key), rare first; the most frequent ones
//! are bitmaps over slots, the others ascending lists of slots.
//!
//! Opening checks lengths and the small arrays; every element of a large array is checked when it
//! is used. So damage is an error, never a panic or a read out of bounds.
use super::ratio::LIMIT;
use crate::simd::prefetch;

/// The number that opens the header.
pub const VERSION: u64 = 1;
/// Marks a free place of the hash table.
pub const FREE: u32 = u32::MAX;
/// Sets are smaller: their similarities then sort exactly as IEEE doubles, in the definition.
const SET_LIMIT: u32 = 1 << 25;
/// Slots a word of a bitmap.
pub const WORD: usize = 64;

/// Stored arrays are not those that were written; the text says which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged(pub &'static str);

/// The arrays by name, as stored.
#[derive(Clone, Copy)]
pub struct Parts<'a> {
    /// Version, items, n-grams, n-grams kept as bitmaps.
    pub header: &'a [u64],
    pub table_keys: &'a [u64],
    pub table_ids: &'a [u32],
    /// Set sizes that occur, ascending, and how many items have each.
    pub sizes: &'a [u32],
    pub size_items: &'a [u32],
    /// For each row, the item and the rank of its id.
    pub row_item: &'a [u32],
    pub row_rank: &'a [u32],
    /// Document frequencies that occur among lists, ascending, and how many n-grams have each.
    pub frequencies: &'a [u32],
    pub frequency_grams: &'a [u32],
    pub postings: &'a [u32],
    pub bitmaps: &'a [u64],
    /// Each row's n-gram numbers, ascending; empty where sets are long.
    pub forward: &'a [u32],
}

/// All items of one set size.
#[derive(Clone, Copy, Debug)]
pub struct SizeClass {
    pub size: u32,
    pub items: u32,
    pub first_row: usize,
    pub first_slot: usize,
    first_forward: usize,
}

impl SizeClass {
    /// The row of one of its slots; a slot of the padding has none.
    pub fn row(&self, slot: u32) -> Result<usize, Damaged> {
        let place = slot as usize - self.first_slot;
        if place < self.items as usize {
            Ok(self.first_row + place)
        } else {
            Err(Damaged("postings or bitmaps name a slot that no item has"))
        }
    }
}

/// All lists of one length.
#[derive(Clone, Copy)]
struct ListClass {
    length: u32,
    first_gram: u32,
    first_posting: usize,
}

/// Where an n-gram's items are found.
#[derive(Clone, Copy)]
pub enum Found<'a> {
    List(&'a [u32]),
    Bitmap(&'a [u64]),
}

/// Opened arrays.
pub struct Layout<'a> {
    pub parts: Parts<'a>,
    pub classes: Vec<SizeClass>,
    pub slots: usize,
    pub lists: u32,
    pub table: Table<'a>,
    items: usize,
    list_classes: Vec<ListClass>,
    /// The class of each word of slots.
    word_class: Vec<u32>,
}

/// Spread a hash over the table, one to one, so that even small integers make short probes.
pub fn spread(gram: u64) -> u64 {
    gram.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Places that keys aim at: a load of 0.8.
pub fn capacity(grams: usize) -> usize {
    grams + grams / 4 + 1
}

/// The place that a spread key aims at; monotone, so the table is sorted by key.
pub fn home(key: u64, capacity: usize) -> usize {
    (((key >> 32) * capacity as u64) >> 32) as usize
}

/// The numbers of all n-grams, by hash.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    pub keys: &'a [u64],
    pub ids: &'a [u32],
    pub grams: u32,
}

impl Table<'_> {
    /// The number of an n-gram.
    pub fn number(&self, gram: u64) -> Result<Option<u32>, Damaged> {
        let key = spread(gram);
        let start = home(key, capacity(self.grams as usize));
        for (&stored, &id) in self.keys[start..].iter().zip(&self.ids[start..]) {
            // Free places hold the largest key, so they end a probe too.
            if stored >= key {
                return match id {
                    FREE => Ok(None),
                    _ if stored > key => Ok(None),
                    _ if id < self.grams => Ok(Some(id)),
                    _ => Err(Damaged("table_ids names an n-gram that is not there")),
                };
            }
        }
        Ok(None)
    }

    /// Start fetching the place where the search for `gram` begins.
    pub fn prefetch(&self, gram: u64) {
        let start = home(spread(gram), capacity(self.grams as usize));
        prefetch(&self.keys[start]);
        prefetch(&self.ids[start]);
    }
}

impl<'a> Layout<'a> {
    pub fn open(parts: Parts<'a>) -> Result<Self, Damaged> {
        let [version, items, grams, dense] = *parts.header else {
            return Err(Damaged("header has not four numbers"));
        };
        if version != VERSION {
            return Err(Damaged("header names another version than setindex/1"));
        }
        let (grams, dense) = match (u32::try_from(grams), u32::try_from(dense)) {
            (Ok(grams), Ok(dense)) if u64::from(grams) < LIMIT && dense <= grams => (grams, dense),
            _ => return Err(Damaged("header counts n-grams beyond what fits")),
        };
        let (classes, rows, slots, forward) = size_classes(&parts)?;
        let list_classes = list_classes(&parts, grams - dense)?;
        let words_of = |class: &SizeClass| (class.items as usize).div_ceil(WORD);
        let word_class = (0_u32..)
            .zip(&classes)
            .flat_map(|(number, class)| std::iter::repeat_n(number, words_of(class)))
            .collect();
        let items = usize::try_from(items).map_err(|_| Damaged("header counts too many items"))?;
        let bitmap_words = (dense as usize).checked_mul(slots / WORD);
        let table = Table {
            keys: parts.table_keys,
            ids: parts.table_ids,
            grams,
        };
        let checks = [
            (
                rows <= items && items < FREE as usize,
                "header counts fewer items than rows",
            ),
            (
                parts.row_item.len() == rows,
                "row_item has another length than the sizes tell",
            ),
            (
                parts.row_rank.len() == rows,
                "row_rank has another length than the sizes tell",
            ),
            (
                table.keys.len() >= capacity(grams as usize),
                "table_keys is too short",
            ),
            (
                table.ids.len() == table.keys.len(),
                "table_ids and table_keys differ in length",
            ),
            (
                Some(parts.bitmaps.len()) == bitmap_words,
                "bitmaps has another length than told",
            ),
            (
                parts.forward.is_empty() || Some(parts.forward.len()) == forward,
                "forward has another length than the sizes tell",
            ),
        ];
        match checks.iter().find(|(holds, _)| !holds) {
            Some((_, problem)) => Err(Damaged(problem)),
            None => Ok(Self {
                parts,
                classes,
                slots,
                lists: grams - dense,
                table,
                items,
                list_classes,
                word_class,
            }),
        }
    }

    /// Items given when the index was built, those without n-grams included.
    pub fn items(&self) -> usize {
        self.items
    }

    /// The items of n-gram number `gram`, which the table gave.
    pub fn found(&self, gram: u32) -> Found<'a> {
        if gram >= self.lists {
            let words = self.slots / WORD;
            let start = (gram - self.lists) as usize * words;
            return Found::Bitmap(&self.parts.bitmaps[start..start + words]);
        }
        let after = self
            .list_classes
            .partition_point(|class| class.first_gram <= gram);
        let class = self.list_classes[after - 1];
        let length = class.length as usize;
        let start = class.first_posting + (gram - class.first_gram) as usize * length;
        Found::List(&self.parts.postings[start..start + length])
    }

    /// The number of the class that a slot belongs to.
    pub fn class_of(&self, slot: u32) -> usize {
        self.word_class[slot as usize / WORD] as usize
    }

    /// The item of a row.
    pub fn item(&self, row: usize) -> Result<usize, Damaged> {
        let item = self.parts.row_item[row] as usize;
        if item < self.items {
            Ok(item)
        } else {
            Err(Damaged("row_item names an item that is not there"))
        }
    }

    /// The class and row of a slot.
    pub fn locate(&self, slot: u32) -> Result<(&SizeClass, usize), Damaged> {
        let class = &self.classes[self.class_of(slot)];
        Ok((class, class.row(slot)?))
    }

    /// The n-gram numbers of a row, ascending, where they are kept.
    pub fn row_grams(&self, class: &SizeClass, row: usize) -> Option<&'a [u32]> {
        if self.parts.forward.is_empty() {
            return None;
        }
        let size = class.size as usize;
        let start = class.first_forward + (row - class.first_row) * size;
        Some(&self.parts.forward[start..start + size])
    }
}

type Sizes = (Vec<SizeClass>, usize, usize, Option<usize>);

/// The classes, with the rows, slots and forward elements that they take.
fn size_classes(parts: &Parts<'_>) -> Result<Sizes, Damaged> {
    let (sizes, counts) = (parts.sizes, parts.size_items);
    if sizes.len() != counts.len() || !ascends(sizes) || counts.contains(&0) {
        return Err(Damaged(
            "sizes and size_items do not list ascending sizes with their items",
        ));
    }
    let mut classes = Vec::with_capacity(sizes.len());
    let (mut row, mut slot, mut forward) = (0, 0, Some(0_usize));
    for (&size, &items) in sizes.iter().zip(counts) {
        let first_forward = forward.unwrap_or(0);
        classes.push(SizeClass {
            size,
            items,
            first_row: row,
            first_slot: slot,
            first_forward,
        });
        let items = items as usize;
        row += items;
        slot += items.next_multiple_of(WORD);
        let elements = items.checked_mul(size as usize);
        forward = forward
            .zip(elements)
            .and_then(|(before, more)| before.checked_add(more));
    }
    if slot >= FREE as usize || sizes.last().is_some_and(|&size| size >= SET_LIMIT) {
        return Err(Damaged("sizes and size_items tell of more than fits"));
    }
    Ok((classes, row, slot, forward))
}

fn list_classes(parts: &Parts<'_>, lists: u32) -> Result<Vec<ListClass>, Damaged> {
    let (lengths, counts) = (parts.frequencies, parts.frequency_grams);
    if lengths.len() != counts.len() || !ascends(lengths) || counts.contains(&0) {
        return Err(Damaged(
            "frequencies and frequency_grams do not list ascending lengths",
        ));
    }
    let mut classes = Vec::with_capacity(lengths.len());
    let (mut gram, mut posting) = (0_u32, Some(0_usize));
    for (&length, &count) in lengths.iter().zip(counts) {
        let first_posting = posting.unwrap_or(0);
        classes.push(ListClass {
            length,
            first_gram: gram,
            first_posting,
        });
        gram = gram
            .checked_add(count)
            .ok_or(Damaged("frequency_grams counts too many n-grams"))?;
        let elements = (count as usize).checked_mul(length as usize);
        posting = posting
            .zip(elements)
            .and_then(|(before, more)| before.checked_add(more));
    }
    if gram != lists || posting != Some(parts.postings.len()) {
        return Err(Damaged(
            "postings has another length than the frequencies tell",
        ));
    }
    Ok(classes)
}

fn ascends(numbers: &[u32]) -> bool {
    numbers.first() != Some(&0) && numbers.windows(2).all(|pair| pair[0] < pair[1])
}
