import { ApiError, NoAnswer } from './api-error'

/** Milliseconds before the next attempt after a missing answer, for example while a gateway restarts. */
const PAUSES = [50, 500]

/**
 * Repeats an attempt without an answer, or with 429 or 503 and `Retry-After`, as long as the pause fits into the remaining
 * time. Only for idempotent calls.
 */
export async function persistently<T>(attempt: () => Promise<T>, { timeoutMs, signal }: Limits): Promise<T> {
  const end = performance.now() + timeoutMs
  for (const pause of PAUSES) {
    try {
      return await attempt()
    } catch (error) {
      const wait = error instanceof NoAnswer ? pause : toldToWait(error)
      if (wait === undefined || signal.aborted || performance.now() + wait > end) throw error
      await sleep(wait, signal)
    }
  }
  return attempt()
}

interface Limits {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

function toldToWait(error: unknown): number | undefined {
  return error instanceof ApiError && error.retryAfter !== undefined ? error.retryAfter * 1000 : undefined
}

/** Waits for a promise that other calls share. If this call is aborted, only this call fails. */
export async function unlessAbandoned<T>(shared: Promise<T> | undefined, signal: AbortSignal): Promise<T | undefined> {
  let abandon: () => void
  const abandoned = new Promise<never>((_, reject) => {
    abandon = () => reject(new NoAnswer('The call was abandoned', { cause: signal.reason }))
    signal.addEventListener('abort', abandon)
    if (signal.aborted) abandon()
  })
  try {
    return await Promise.race([shared, abandoned])
  } finally {
    signal.removeEventListener('abort', abandon!)
  }
}

/** Waits, and rejects at once when the signal is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(over, milliseconds)
    signal.addEventListener('abort', abandoned)
    if (signal.aborted) abandoned()
    function over() {
      signal.removeEventListener('abort', abandoned)
      resolve()
    }
    function abandoned() {
      clearTimeout(timer)
      reject(new NoAnswer('The call was abandoned', { cause: signal.reason }))
    }
  })
}
