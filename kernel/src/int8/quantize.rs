//! From floats to the 255 steps between -127 and 127, by one fixed sequence of IEEE operations.

/// Why a vector cannot be quantised.
pub const NOT_FINITE: &str = "a vector holds a number that is not finite";

/// Normalise a vector, scale it to 127 and round half to even; a zero vector stays zero.
///
/// Squares are added in order, each step in double precision, so that the definition's bits and
/// these are the same.
pub fn quantize(vector: &[f32], quantized: &mut [i8]) -> Result<(), &'static str> {
    let mut squares = 0.0_f64;
    for &number in vector {
        squares += f64::from(number) * f64::from(number);
    }
    if !squares.is_finite() {
        return Err(NOT_FINITE);
    }
    let norm = squares.sqrt();
    for (&number, step) in vector.iter().zip(quantized) {
        *step = if norm == 0.0 {
            0
        } else {
            (f64::from(number) / norm * 127.0).round_ties_even() as i8
        };
    }
    Ok(())
}
