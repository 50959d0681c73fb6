import type { EppConnectionOptions } from '@nameyard/epp/connection'
import type { ResultCode } from '@nameyard/epp/result-code'
import type { Dialect, RegistryTld } from '../dialects/dialect'

/** A rate limit: at most `count` commands in any `perMs` milliseconds. */
export interface Rate {
  /** Names of the counted commands, such as `domain:create` or `session:login`; absent: all commands. */
  readonly commands?: readonly string[]
  readonly count: number
  readonly perMs: number
}

/** A pause of a session after a refusal. */
export interface Penalty {
  /** The refused command; absent: any command. */
  readonly command?: string
  /** The codes of the refusal; absent: any code. */
  readonly codes?: readonly ResultCode[]
  readonly pauseMs: number
}

/** The password of an account, and the new one for the next rotation. */
export interface Passwords {
  readonly current: string
  readonly next?: string
}

/** An account whose operations a driver carries out: what the platform knows of it, whatever the driver is. */
export interface RegistryAccount {
  /** Our name of the account, stored in every row about it. */
  readonly account: string
  /** Name of the driver that carries out its operations. */
  readonly driver: string
  /** What the registry speaks: one dialect; the sandbox speaks all. */
  readonly dialects: readonly Dialect[]
  /** Rules of the account that count before those of records. */
  readonly rules: Partial<RegistryTld>
  readonly tlds: ReadonlyMap<string, RegistryTld>
  /** Most sessions, or requests at the same time, in all replicas together. */
  readonly sessions: number
  /** Milliseconds between two polls for changes that others made; absent: there is nothing to poll. */
  readonly pollMs?: number
  /** Most names in one check. */
  readonly checkBatch: number
  /** Whether names there are for tests only. */
  readonly isTestEnvironment: boolean
  /** A page of the names that we sponsor, in their order, where the registry lists them. EPP does not. */
  readonly listNames?: (after: string, limit: number) => Promise<readonly string[]>
}

/** An account at a registry to which sessions are kept: our credentials and its limits. One of several sessions polls. */
export interface SessionAccount extends RegistryAccount {
  /** Our identifier as the sponsor of objects, in clID, reID and acID of answers. */
  readonly registrarId: string
  readonly connection: ConnectionSettings
  /** Reads the passwords, which an operator may replace while the worker runs. Throws when a file cannot be read. */
  readonly passwords: () => Passwords
  /** Milliseconds after which an idle session is kept alive, or ended where nothing keeps it alive. */
  readonly keepaliveMs: number
  /** Whether the message queue is polled in the sessions of operations; absent: it has a session of its own. */
  readonly pollsInPool?: boolean
  /** Milliseconds after which a session is replaced, before the registry ends it. */
  readonly lifetimeMs: number
  readonly rates: readonly Rate[]
  readonly penalties: readonly Penalty[]
}

/** The address of a registry, what secures the connection, and how long it may take. */
export type ConnectionSettings = Pick<EppConnectionOptions, 'host' | 'localAddress' | 'port' | 'timeouts' | 'tls'>

/** An account at a registry that speaks EPP. */
export interface Registry extends SessionAccount {
  readonly driver: 'epp'
  readonly connection: Omit<EppConnectionOptions, 'onFrame' | 'password' | 'newPassword'>
}

/** An account at a registry that speaks RRI, DENIC's protocol. `registrarId` is our RegAccId: `DENIC-1000001`. */
export interface RriAccount extends SessionAccount {
  readonly driver: 'rri'
  /** The login. */
  readonly user: string
  /** Templates of addresses for questions about a domain and for reports of abuse (RFC 6570). */
  readonly generalRequest?: string
  readonly abuseContact?: string
}

/** An account at a registrar whose HTTP API is the one of this platform. */
export interface UpstreamAccount extends RegistryAccount {
  readonly driver: 'upstream'
  /** Address without the version: `https://api.example.com`. */
  readonly baseUrl: string
  /** Reads the key, which an operator may replace while the worker runs. Throws when the file cannot be read. */
  readonly apiKey: () => string
  /** PEM of the authority of its certificate; absent: Node's authorities. */
  readonly ca?: string
  /** Whether idempotency keys are relied on once a test has proved that they work. */
  readonly isIdempotent: boolean
  /** Milliseconds that one answer may take. */
  readonly answerMs: number
}

/** Whether the account is at a registrar upstream. */
export function isUpstream(account: RegistryAccount): account is UpstreamAccount {
  return account.driver === 'upstream'
}

/** Whether the account is at a registry that speaks RRI. */
export function speaksRri(account: RegistryAccount): account is RriAccount {
  return account.driver === 'rri'
}

/** Whether the account is at a registry that speaks EPP. */
export function speaksEpp(account: RegistryAccount): account is Registry {
  return account.driver === 'epp'
}

/** The account, which is at a registry that speaks EPP. */
export function eppAccount(account: RegistryAccount): Registry {
  if (!speaksEpp(account)) throw new Error(`the account ${account.account} does not speak EPP`)
  return account
}
