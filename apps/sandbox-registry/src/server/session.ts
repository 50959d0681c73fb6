import type { CommandRate } from './command-rate'
import type { SessionSeats } from './session-seats'

/** One connection as the commands see it: who it is, once logged in, and what the login chose. */
export interface Session {
  readonly id: string
  /** Where it came in: `common`, or a profile. */
  readonly door: string
  readonly seats: SessionSeats
  readonly rate: CommandRate
  /** SHA-256 of the certificate the client presented, lower-case hex. */
  readonly certificateSha256: string | undefined
  failedLogins: number
  login: Login | undefined
}

export interface Login {
  readonly registrar: string
  readonly objectServices: ReadonlySet<string>
  readonly extensions: ReadonlySet<string>
}
