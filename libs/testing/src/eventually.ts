/** Repeats `ask` until it returns a value. Throws with the last error or value after `withinMs`. */
export async function eventually<T>(
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
  withinMs = 60_000,
): Promise<T> {
  const end = performance.now() + withinMs
  let last: unknown
  while (performance.now() < end) {
    try {
      const answer = await ask()
      if (answer !== undefined && answer !== false) return answer
      last = answer
    } catch (error) {
      last = error
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(
    `${what} did not come true within ${withinMs} ms; last seen: ${last instanceof Error ? last.message : JSON.stringify(last)}`,
  )
}
