import { ApiError, NoAnswer } from './api-error'

/** Milliseconds before an attempt that followed no answer: a connection that broke, a gateway that starts anew. */
const PAUSES = [50, 500]

/**
 * Repeats an attempt that nothing answered, or that was told to come back in a while (429, 503 with `Retry-After`), as
 * long as the pause fits into the time that is left. Only for what may be done twice without harm.
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

/** What others wait for, too: fails for this call alone when it is abandoned, and goes on for them. */
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

/** Waits, and fails at once when nobody waits any more. */
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
