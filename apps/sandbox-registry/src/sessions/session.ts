import type { CommandRate } from './command-rate'
import type { SessionLimit } from './session-limit'

/** A port of the registry: `common`, or the name of a profile. All its sessions share these counters. */
export interface Endpoint {
  readonly name: string
  readonly sessions: SessionLimit
  readonly commands: CommandRate
}

/** One connection: its client, its login when there is one, and what the login chose. */
export interface Session {
  readonly id: string
  readonly endpoint: Endpoint
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
