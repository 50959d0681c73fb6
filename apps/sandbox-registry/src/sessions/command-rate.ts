const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** Limits on the messages of one registrar at an endpoint; null: no limit. */
export interface RateLimits {
  readonly commandsPerSecond: number | null
  readonly commandsPerMinute: number | null
}

interface Load {
  /** Arrival times within the last second: every message. */
  readonly lastSecond: number[]
  /** Arrival times within the last minute: accepted commands of logged-in sessions. */
  readonly lastMinute: number[]
  mostInASecond: number
  refused: number
}

/** Counts the messages of each registrar at one endpoint: all of them by the second, commands in a session by the minute. */
export class CommandRate {
  private readonly registrars = new Map<string, Load>()

  /** Counts a message that arrived at `now` (milliseconds). Returns a text about the exceeded limit, if one is exceeded. */
  count(registrar: string, now: number, limits: RateLimits, isInSession: boolean): string | undefined {
    const load = this.of(registrar)
    dropUntil(load.lastSecond, now - SECOND_MS)
    load.lastSecond.push(now)
    load.mostInASecond = Math.max(load.mostInASecond, load.lastSecond.length)
    dropUntil(load.lastMinute, now - MINUTE_MS)
    const exceeded = exceededLimit(load, limits, isInSession)
    if (exceeded !== undefined) load.refused++
    else if (isInSession) load.lastMinute.push(now)
    return exceeded
  }

  /** The most messages within any second, and the number of messages beyond a limit. */
  load(registrar: string): Pick<Load, 'mostInASecond' | 'refused'> {
    const { mostInASecond, refused } = this.of(registrar)
    return { mostInASecond, refused }
  }

  private of(registrar: string): Load {
    const load = this.registrars.get(registrar) ?? { lastSecond: [], lastMinute: [], mostInASecond: 0, refused: 0 }
    this.registrars.set(registrar, load)
    return load
  }
}

/** Removes the instants up to `until`. The list is sorted and can have thousands of entries. */
function dropUntil(instants: number[], until: number): void {
  const first = instants.findIndex((each) => each > until)
  instants.splice(0, first < 0 ? instants.length : first)
}

function exceededLimit(
  { lastSecond, lastMinute }: Load,
  { commandsPerSecond, commandsPerMinute }: RateLimits,
  isInSession: boolean,
): string | undefined {
  if (commandsPerSecond !== null && lastSecond.length > commandsPerSecond)
    return `there are at most ${commandsPerSecond} commands a second`
  if (isInSession && commandsPerMinute !== null && lastMinute.length >= commandsPerMinute)
    return `there are at most ${commandsPerMinute} commands a minute`
  return undefined
}
