//! LSH: a signature as bucket keys, of which similar texts are likely to share one.
use rayon::prelude::*;

use crate::hashes::hash64_of_stream;

/// Writes one key for each band of `rows` lanes.
#[allow(clippy::cast_possible_truncation)] // there are no more bands than lanes, 4096 at most
pub fn bucket_keys(signature: &[u32], rows: usize, keys: &mut [u64]) {
    let mut bytes = Vec::with_capacity(rows * 4);
    for (band, (lanes, key)) in signature.chunks_exact(rows).zip(keys).enumerate() {
        bytes.clear();
        bytes.extend(lanes.iter().flat_map(|lane| lane.to_le_bytes()));
        *key = hash64_of_stream(&bytes, band as u16);
    }
}

/// The keys of many signatures, end to end.
#[must_use]
pub fn bucket_keys_many(signatures: &[u32], bands: usize, rows: usize) -> Vec<u64> {
    let mut keys = vec![0; signatures.len() / rows];
    signatures
        .par_chunks_exact(bands * rows)
        .zip(keys.par_chunks_exact_mut(bands))
        .for_each(|(signature, keys)| bucket_keys(signature, rows, keys));
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bands_have_keys_of_their_own() {
        let mut keys = [0; 2];

        bucket_keys(&[5, 6, 5, 6], 2, &mut keys);

        assert_ne!(keys[0], keys[1]);
    }
}
