//! The one hash under shingles and sketches: XXH3 in 64 bits, with a seed written down.
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The bytes of "netnew" and a version.
const SEED: u64 = 0x6E65_746E_6577_0001;

#[must_use]
pub fn hash64(data: &[u8]) -> u64 {
    xxh3_64_with_seed(data, SEED)
}

/// Each stream is a function of its own.
#[must_use]
pub fn hash64_of_stream(data: &[u8], stream: u16) -> u64 {
    xxh3_64_with_seed(data, SEED + (u64::from(stream) << 16))
}
