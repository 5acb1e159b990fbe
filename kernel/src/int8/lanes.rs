//! What one lane of an instruction multiplies: 32 bits of a row with 32 bits of a query.
use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32,
    _mm256_storeu_si256, _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_set1_epi32,
    _mm512_storeu_si512,
};

/// Queries side by side.
pub const PANEL: usize = 16;
/// Rows that share one reading of the queries.
pub const ROWS: usize = 8;

/// One 32-bit number for each of these rows with each of these queries.
pub type Sums = [[i32; PANEL]; ROWS];

/// A few numbers of a vector, as an instruction takes them.
pub trait Lane: Copy + Default {
    type Number: From<i8>;
    /// What flips the numbers of a row, where an instruction wants them lifted by 128.
    const LIFT: i8;
    /// So many queries take longer one by one than side by side.
    const MANY: usize;

    fn numbers(lanes: &mut [Self]) -> &mut [Self::Number];

    /// Lanes that hold so many dimensions.
    fn holding(dimensions: usize) -> usize {
        dimensions.div_ceil(size_of::<Self>() / size_of::<Self::Number>())
    }

    /// Add the product of each row with each query, which have the same number of lanes.
    ///
    /// # Safety
    /// The processor has the instructions.
    unsafe fn multiply(rows: [&[Self]; ROWS], queries: &[[Self; PANEL]], sums: &mut Sums);
}

/// Rows cut to the length of the queries, so that no step asks whether a row ends.
#[inline]
fn as_long_as<'a, L, const N: usize>(
    queries: &[[L; PANEL]],
    mut rows: [&'a [L]; N],
) -> [&'a [L]; N] {
    for row in &mut rows {
        *row = &row[..queries.len()];
    }
    rows
}

/// Two numbers of 16 bits, where no sum of two products overflows 32: AVX2.
pub type Words = [i16; 2];

impl Lane for Words {
    type Number = i16;
    const LIFT: i8 = 0;
    const MANY: usize = 8;

    fn numbers(lanes: &mut [Self]) -> &mut [i16] {
        lanes.as_flattened_mut()
    }

    /// Half of the rows at a time: their sums and the queries fit the sixteen registers.
    #[target_feature(enable = "avx2")]
    unsafe fn multiply(rows: [&[Self]; ROWS], queries: &[[Self; PANEL]], sums: &mut Sums) {
        const HALF: usize = ROWS / 2;
        let (halves, _) = rows.as_chunks::<HALF>();
        for (rows, sums) in halves.iter().zip(sums.as_chunks_mut::<HALF>().0) {
            let rows = as_long_as(queries, *rows);
            // SAFETY: sums are 16 times 4 bytes; no load or store here needs alignment.
            let mut kept = sums
                .each_ref()
                .map(|sums| unsafe { eights(sums.as_ptr().cast()) });
            for (place, queries) in queries.iter().enumerate() {
                // SAFETY: queries are 16 times 4 bytes.
                let queries = unsafe { eights(queries.as_ptr().cast()) };
                for (kept, row) in kept.iter_mut().zip(rows) {
                    // SAFETY: a lane is 4 bytes.
                    let lane = unsafe { row[place].as_ptr().cast::<i32>().read_unaligned() };
                    let lanes = _mm256_set1_epi32(lane);
                    for (kept, queries) in kept.iter_mut().zip(queries) {
                        *kept = _mm256_add_epi32(*kept, _mm256_madd_epi16(lanes, queries));
                    }
                }
            }
            for (sums, [low, high]) in sums.iter_mut().zip(kept) {
                let at: *mut __m256i = sums.as_mut_ptr().cast();
                // SAFETY: as above.
                unsafe {
                    _mm256_storeu_si256(at, low);
                    _mm256_storeu_si256(at.add(1), high);
                }
            }
        }
    }
}

/// # Safety
/// There are 64 bytes to load.
#[target_feature(enable = "avx2")]
unsafe fn eights(at: *const __m256i) -> [__m256i; 2] {
    [_mm256_loadu_si256(at), _mm256_loadu_si256(at.add(1))]
}

/// Four numbers of 8 bits, those of rows unsigned: VNNI.
pub type Bytes = [i8; 4];

impl Lane for Bytes {
    type Number = i8;
    const LIFT: i8 = i8::MIN;
    const MANY: usize = 4;

    fn numbers(lanes: &mut [Self]) -> &mut [i8] {
        lanes.as_flattened_mut()
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    unsafe fn multiply(rows: [&[Self]; ROWS], queries: &[[Self; PANEL]], sums: &mut Sums) {
        // SAFETY: sums and queries are 16 times 4 bytes; no load or store here needs alignment.
        let sixteen = |at: *const __m512i| unsafe { _mm512_loadu_si512(at) };
        let rows = as_long_as(queries, rows);
        let mut kept = sums.each_ref().map(|sums| sixteen(sums.as_ptr().cast()));
        for (place, queries) in queries.iter().enumerate() {
            let queries = sixteen(queries.as_ptr().cast());
            for (kept, row) in kept.iter_mut().zip(rows) {
                let lane = i32::from_ne_bytes(row[place].map(i8::cast_unsigned));
                *kept = _mm512_dpbusd_epi32(*kept, _mm512_set1_epi32(lane), queries);
            }
        }
        for (sums, kept) in sums.iter_mut().zip(kept) {
            // SAFETY: as above.
            unsafe { _mm512_storeu_si512(sums.as_mut_ptr().cast(), kept) };
        }
    }
}
