import type { Pool } from 'pg'
import { extensionNames, type ExtensionName } from '../model/tld-rules'

/** The door that every TLD is served at; the others are named after their profile and serve its TLDs only. */
export const COMMON_DOOR = 'common'

/** What the registry asks of every connection at one door. */
export interface SessionRules {
  readonly serverId: string
  readonly maxFrameOctets: number
  readonly idleSeconds: number
  readonly absoluteSeconds: number
  /** Sessions of one registrar at a time; a login beyond it is answered 2502. */
  readonly maxSessions: number
  /** Failed logins on one connection until 2501. */
  readonly maxLoginAttempts: number
  /** Objects one check may name. */
  readonly maxCheckObjects: number
  /** What happens to a clTRID its registrar has used before. RFC 5730 leaves uniqueness to the client. */
  readonly reusedClTRID: 'allowed' | 'refused' | 'closed'
  /** Messages of one registrar in any second, logins and logouts too; one more is answered 2400. Null: no limit. */
  readonly commandsPerSecond: number | null
  /** Commands of one registrar a minute, all its sessions together; one more is answered 2400. Null: no limit. */
  readonly commandsPerMinute: number | null
  /** How long an answer that refuses is held back, and the session with it. */
  readonly errorPenaltyMs: number
  /** Extensions that the greeting leaves out; a login that names one is refused with 2103. */
  readonly withheldExtensions: readonly ExtensionName[]
}

/** The rules of a door and what can be spoken of there. */
export interface SessionPolicy extends SessionRules {
  readonly door: string
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

const selected = Object.entries(sessionColumns)
  .map(([rule, column]) => `s.${column} as "${rule}"`)
  .join(', ')

/** The rules of a door and what can be spoken of there; throws where the door has none, since it was never seeded. */
export async function findSessionPolicy(db: Pool, door: string): Promise<SessionPolicy> {
  const { rows } = await db.query<SessionPolicy>(
    `select s.door, ${selected}, o.*
     from lateral (
       select bool_or(hosts = 'objects') as "hasHosts", bool_or(contacts <> 'prohibited') as "hasContacts",
         bool_and(empty_containers = 'refused') as "refusesEmptyContainers",
         array(select e from unnest($3::text[]) e
           where exists (select from sandbox_registry.profile
             where e = any(extensions) and ($1 = $2 or name = $1))) as extensions
       from sandbox_registry.profile where $1 = $2 or name = $1) o
     join sandbox_registry.session_policy s on s.door = $1`,
    [door, COMMON_DOOR, extensionNames],
  )
  const [policy] = rows
  if (!policy) throw new Error(`the registry has no policy for the door ${door}: it was never seeded`)
  return { ...policy, extensions: policy.extensions.filter((name) => !policy.withheldExtensions.includes(name)) }
}

/** Sets what is given and leaves the rest. Connections that are open keep their time limits. Undefined: no such door. */
export async function changeSessionPolicy(
  db: Pool,
  door: string,
  change: Partial<SessionRules>,
): Promise<SessionRules | undefined> {
  const keys = (Object.keys(sessionColumns) as (keyof SessionRules)[]).filter((key) => change[key] !== undefined)
  const assignments = ['door = door', ...keys.map((key, index) => `${sessionColumns[key]} = $${index + 2}`)]
  const { rows } = await db.query<SessionRules>(
    `update sandbox_registry.session_policy s set ${assignments.join(', ')} where door = $1 returning ${selected}`,
    [door, ...keys.map((key) => change[key])],
  )
  return rows[0]
}
