/**
 * Waits for a result, or until something is over: then undefined. Nothing of the result is kept by the signal, which may
 * live much longer.
 */
export function unlessOver<Result>(over: AbortSignal, result: Promise<Result>): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const end = () => resolve(undefined)
    if (over.aborted) end()
    over.addEventListener('abort', end)
    result.then(resolve, reject).finally(() => over.removeEventListener('abort', end))
  })
}
