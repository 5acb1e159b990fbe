//! What was given cannot be used: becomes netnew's `InputError`, word for word as in Python.

/// What met what, and the way out.
#[derive(Debug, PartialEq, Eq)]
pub struct Refused {
    pub problem: String,
    pub way_out: String,
}

impl Refused {
    pub fn new(problem: impl Into<String>, way_out: impl Into<String>) -> Self {
        Self {
            problem: problem.into(),
            way_out: way_out.into(),
        }
    }
}
