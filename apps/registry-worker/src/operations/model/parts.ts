/** How the shares of the work are divided between the workers that run. Counts of shares; `workers` includes the one that asks. */
export interface Division {
  readonly all: number
  readonly free: number
  /** Those of the worker that asks. */
  readonly held: number
  readonly workers: number
}

/**
 * How many free shares a worker takes: its part of them, or what it lacks of its part of all, if that is more. So no share is
 * free after each worker has checked once, whichever of them checks first.
 */
export function sharesToTake({ all, free, held, workers }: Division): number {
  return Math.min(free, Math.max(Math.ceil(free / workers), Math.ceil(all / workers) - held))
}

/** Whether a worker asks the others for shares: nothing is free, and it has fewer than each can have. */
export function lacksShares({ all, free, held, workers }: Division): boolean {
  return free === 0 && held < Math.floor(all / workers)
}

/**
 * How many shares of idle accounts a worker gives to one that has fewer, out of several that may be asked at the same time. It
 * keeps its part: several may ask it before the first of them says that it has more.
 */
export function sharesToGive({
  all,
  held,
  asked,
  workers,
}: {
  /** Those that the giver may have. */
  readonly all: number
  readonly held: number
  readonly asked: number
  readonly workers: number
}): number {
  const spare = held - asked
  const most = Math.max(0, held - Math.floor(all / workers))
  return spare < 2 ? 0 : Math.min(most, Math.max(1, Math.floor(spare / 2 / workers)))
}
