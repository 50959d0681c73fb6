const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** Messages of one registrar that a door takes; null where it does not count. */
export interface RateLimits {
  readonly commandsPerSecond: number | null
  readonly commandsPerMinute: number | null
}

interface Counted {
  /** Instants of the last second: every message. */
  readonly lately: number[]
  /** Instants of the last minute: what was asked within a session, and not beyond the limit. */
  readonly asked: number[]
  mostInASecond: number
  refused: number
}

/** How often each registrar speaks here: every message counts by the second, what a session asks by the minute. */
export class CommandRate {
  private readonly registrars = new Map<string, Counted>()

  /** Counts a message that came at `now`, in milliseconds; says in words which limit it is beyond, when it is beyond one. */
  take(registrar: string, now: number, limits: RateLimits, isAsked: boolean): string | undefined {
    const counted = this.of(registrar)
    dropUntil(counted.lately, now - SECOND_MS)
    counted.lately.push(now)
    counted.mostInASecond = Math.max(counted.mostInASecond, counted.lately.length)
    dropUntil(counted.asked, now - MINUTE_MS)
    const beyond = beyondWhich(counted, limits, isAsked)
    if (beyond !== undefined) counted.refused++
    else if (isAsked) counted.asked.push(now)
    return beyond
  }

  /** The most messages that came within any second, and how many were beyond a limit. */
  seen(registrar: string): Pick<Counted, 'mostInASecond' | 'refused'> {
    const { mostInASecond, refused } = this.of(registrar)
    return { mostInASecond, refused }
  }

  private of(registrar: string): Counted {
    const counted = this.registrars.get(registrar) ?? { lately: [], asked: [], mostInASecond: 0, refused: 0 }
    this.registrars.set(registrar, counted)
    return counted
  }
}

/** Drops the instants until then; they are in their order, and there may be thousands. */
function dropUntil(instants: number[], until: number): void {
  const first = instants.findIndex((each) => each > until)
  instants.splice(0, first < 0 ? instants.length : first)
}

function beyondWhich(
  { lately, asked }: Counted,
  { commandsPerSecond, commandsPerMinute }: RateLimits,
  isAsked: boolean,
): string | undefined {
  if (commandsPerSecond !== null && lately.length > commandsPerSecond)
    return `there are at most ${commandsPerSecond} commands a second`
  if (isAsked && commandsPerMinute !== null && asked.length >= commandsPerMinute)
    return `there are at most ${commandsPerMinute} commands a minute`
  return undefined
}
