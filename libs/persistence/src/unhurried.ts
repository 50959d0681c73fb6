/**
 * Something to read beside the rows of a write: its commit then does not wait for the disk, and holds the rows no longer
 * than that. Only for what may be forgotten by a machine that stops, and is done again then.
 */
export const UNHURRIED = `(select set_config('synchronous_commit', 'off', true)) as unhurried`
