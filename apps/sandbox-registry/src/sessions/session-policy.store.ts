import type { Pool } from 'pg'
import { join, raw, sql, statement } from '@nameyard/persistence/statement'
import { read, readComposed } from '../database/query'
import { COMMON_ENDPOINT } from '../model/endpoint'
import { extensionNames, type ExtensionName } from '../model/tld-rules'

/** The limits for every connection at one endpoint. */
export interface SessionRules {
  readonly serverId: string
  readonly maxFrameOctets: number
  readonly idleSeconds: number
  readonly absoluteSeconds: number
  /** Most sessions of one registrar at a time; a further login is answered 2502. */
  readonly maxSessions: number
  /** Failed logins on one connection; the last one is answered 2501. */
  readonly maxLoginAttempts: number
  /** Most objects in one check. */
  readonly maxCheckObjects: number
  /** The treatment of a clTRID that its registrar has used before. RFC 5730 leaves uniqueness to the client. */
  readonly reusedClTRID: 'allowed' | 'refused' | 'closed'
  /** Most messages of one registrar in any second, logins and logouts included; one more is answered 2400. Null: no limit. */
  readonly commandsPerSecond: number | null
  /** Most commands of one registrar in any minute, in all its sessions; one more is answered 2400. Null: no limit. */
  readonly commandsPerMinute: number | null
  /** How long a refusal is delayed; the session waits too. */
  readonly errorPenaltyMs: number
  /** Extensions left out of the greeting; a login that names one is refused with 2103. */
  readonly withheldExtensions: readonly ExtensionName[]
}

/** The session rules of an endpoint, and the objects and extensions that it serves. */
export interface SessionPolicy extends SessionRules {
  readonly endpoint: string
  /** What an endpoint of one profile speaks; null at the common one, where each TLD has its own. */
  readonly dialect: string | null
  readonly hasHosts: boolean
  readonly hasContacts: boolean
  readonly extensions: readonly ExtensionName[]
  /** Whether every profile here refuses an `add`, `rem` or `chg` with nothing in it. */
  readonly refusesEmptyContainers: boolean
}

export const sessionColumns = {
  serverId: 'server_id',
  maxFrameOctets: 'max_frame_octets',
  idleSeconds: 'idle_seconds',
  absoluteSeconds: 'absolute_seconds',
  maxSessions: 'max_sessions',
  maxLoginAttempts: 'max_login_attempts',
  maxCheckObjects: 'max_check_objects',
  reusedClTRID: 'reused_cltrid',
  commandsPerSecond: 'commands_per_second',
  commandsPerMinute: 'commands_per_minute',
  errorPenaltyMs: 'error_penalty_ms',
  withheldExtensions: 'withheld_extensions',
} as const satisfies Record<keyof SessionRules, string>

const SELECTED = raw(
  Object.entries(sessionColumns)
    .map(([rule, column]) => `s.${column} as "${rule}"`)
    .join(', '),
)

const FIND = statement<
  { readonly endpoint: string; readonly common: string; readonly names: readonly ExtensionName[] },
  SessionPolicy
>(
  'sandbox.find-session-policy',
  ({ endpoint, common, names }) => sql`
    select s.door as endpoint, ${SELECTED}, o.*,
      (select dialect from sandbox_registry.profile where name = ${endpoint}) as dialect
    from lateral (
      select bool_or(hosts = 'objects') as "hasHosts", bool_or(contacts <> 'prohibited') as "hasContacts",
        bool_and(empty_containers = 'refused') as "refusesEmptyContainers",
        array(select e from unnest(${names}::text[]) e
          where exists (select from sandbox_registry.profile
            where e = any(extensions) and (${endpoint} = ${common} or name = ${endpoint}))) as extensions
      from sandbox_registry.profile where ${endpoint} = ${common} or name = ${endpoint}) o
    join sandbox_registry.session_policy s on s.door = ${endpoint}`,
)

/** Returns the policy of an endpoint. Throws when the endpoint was never seeded. */
export async function findSessionPolicy(db: Pool, endpoint: string): Promise<SessionPolicy> {
  const [policy] = await read(db, FIND, { endpoint, common: COMMON_ENDPOINT, names: extensionNames })
  if (!policy) throw new Error(`the endpoint ${endpoint} has no session policy: it was never seeded`)
  return { ...policy, extensions: policy.extensions.filter((name) => !policy.withheldExtensions.includes(name)) }
}

/** Changes the given rules. Open connections keep their time limits. Returns undefined for an unknown endpoint. */
export async function changeSessionPolicy(
  db: Pool,
  endpoint: string,
  change: Partial<SessionRules>,
): Promise<SessionRules | undefined> {
  const keys = (Object.keys(sessionColumns) as (keyof SessionRules)[]).filter((key) => change[key] !== undefined)
  const assignments = keys.map((key) => sql`${raw(sessionColumns[key])} = ${change[key]}`)
  const [rules] = await readComposed<SessionRules>(
    db,
    sql`
      update sandbox_registry.session_policy s set ${join([sql`door = door`, ...assignments])}
      where door = ${endpoint} returning ${SELECTED}`,
  )
  return rules
}
