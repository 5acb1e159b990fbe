//! One byte an item, kept between queries so that none pays for fresh zeroed pages.
use std::cell::Cell;

thread_local! {
    static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Lend `count` zeroed counters to `work`, which hands them back zeroed where it succeeds.
pub fn with_counters<R, E>(
    count: usize,
    work: impl FnOnce(&mut [u8]) -> Result<R, E>,
) -> Result<R, E> {
    // Taken, not borrowed: after a panic or an error the dirty ones are simply gone.
    let mut counters = SPARE.take();
    if counters.len() < count {
        counters = vec![0; count];
    }
    let answer = work(&mut counters[..count])?;
    debug_assert!(counters.iter().all(|&counter| counter == 0));
    SPARE.set(counters);
    Ok(answer)
}
