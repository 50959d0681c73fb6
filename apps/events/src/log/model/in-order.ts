/** An event that is not in the log yet. */
export interface Waiting {
  readonly id: string
  /** The event of the object before it; null for the first one. */
  readonly previous: string | null
  /** Whether it need not wait for that one: there is none, it is in the log, or it is no longer kept. */
  readonly isReady: boolean
}

/**
 * Returns the events that can be added to the log, in the given order, but each behind the one of its object before it;
 * and those that must wait for one that is not given.
 */
export function inOrder<Given extends Waiting>(given: readonly Given[]): { ready: Given[]; held: Given[] } {
  const ids = new Set(given.map(({ id }) => id))
  const waiting = new Map<string, Given[]>()
  const placed = new Set<string>()
  const ready: Given[] = []

  const place = (event: Given): void => {
    const next = [event]
    for (let each = next.pop(); each; each = next.pop()) {
      if (placed.has(each.id)) continue
      placed.add(each.id)
      ready.push(each)
      next.push(...(waiting.get(each.id) ?? []))
    }
  }
  for (const event of given) {
    const { previous, isReady } = event
    if (previous === null || placed.has(previous) || (isReady && !ids.has(previous))) place(event)
    else waiting.set(previous, [...(waiting.get(previous) ?? []), event])
  }
  // What is ready and still waits, waits for itself in the end. That is a fault of its producer, and must not hold it forever.
  for (const event of given) if (event.isReady) place(event)
  return { ready, held: given.filter(({ id }) => !placed.has(id)) }
}
