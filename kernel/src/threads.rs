//! One pool of threads for a process.
use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::Refused;

/// The pool, and the process that it belongs to.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Runs `work` in this process's pool, whose size is that of the machine or `RAYON_NUM_THREADS`.
///
/// A forked child inherits the memory of a pool but none of its threads and would wait for them
/// for ever, so it gets a pool of its own.
///
/// # Errors
/// Where the system gives no threads.
pub fn in_pool<R: Send>(work: impl FnOnce() -> R + Send) -> Result<R, Refused> {
    Ok(pool()?.install(work))
}

/// More threads than any machine has cores for would only cost memory.
const MOST_THREADS: usize = 1024;

/// Runs `work` in a pool of that many threads, `MOST_THREADS` at most, made for it alone.
///
/// # Errors
/// Where the system gives no threads.
pub fn with_threads<R: Send>(
    threads: usize,
    work: impl FnOnce() -> R + Send,
) -> Result<R, Refused> {
    Ok(started(ThreadPoolBuilder::new().num_threads(threads.min(MOST_THREADS)))?.install(work))
}

fn pool() -> Result<Arc<ThreadPool>, Refused> {
    let mut current = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if let Some((owner, pool)) = current.as_ref() {
        if *owner == process {
            return Ok(Arc::clone(pool));
        }
    }
    let pool = Arc::new(started(ThreadPoolBuilder::new())?);
    // Dropping the parent's pool would wait for threads that are not here.
    std::mem::forget(current.replace((process, Arc::clone(&pool))));
    Ok(pool)
}

fn started(builder: ThreadPoolBuilder) -> Result<ThreadPool, Refused> {
    builder.build().map_err(|why| {
        Refused::new(
            format!("no threads can be started ({why})"),
            "raise the limit on processes, or choose the Python definitions",
        )
    })
}
