import type { ClientBase, Pool } from 'pg'

/** What the registry asks of every connection; the one row of `session_policy`. */
export interface SessionPolicy {
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
}

const columns = `server_id as "serverId", max_frame_octets as "maxFrameOctets", idle_seconds as "idleSeconds",
  absolute_seconds as "absoluteSeconds", max_sessions as "maxSessions", max_login_attempts as "maxLoginAttempts",
  max_check_objects as "maxCheckObjects", reused_cltrid as "reusedClTRID"`

export async function findSessionPolicy(db: Pool | ClientBase): Promise<SessionPolicy> {
  const { rows } = await db.query<SessionPolicy>(`select ${columns} from sandbox_registry.session_policy`)
  const [policy] = rows
  if (!policy) throw new Error('the registry has no session policy: it was never seeded')
  return policy
}

/** Sets what is given and leaves the rest. Connections that are open keep their time limits. */
export async function changeSessionPolicy(db: Pool, change: Partial<SessionPolicy>): Promise<SessionPolicy> {
  const { rows } = await db.query<SessionPolicy>(
    `update sandbox_registry.session_policy set
       server_id = coalesce($1, server_id), max_frame_octets = coalesce($2, max_frame_octets),
       idle_seconds = coalesce($3, idle_seconds), absolute_seconds = coalesce($4, absolute_seconds),
       max_sessions = coalesce($5, max_sessions), max_login_attempts = coalesce($6, max_login_attempts),
       max_check_objects = coalesce($7, max_check_objects), reused_cltrid = coalesce($8, reused_cltrid)
     returning ${columns}`,
    [
      change.serverId,
      change.maxFrameOctets,
      change.idleSeconds,
      change.absoluteSeconds,
      change.maxSessions,
      change.maxLoginAttempts,
      change.maxCheckObjects,
      change.reusedClTRID,
    ],
  )
  const [policy] = rows
  if (!policy) throw new Error('the registry has no session policy: it was never seeded')
  return policy
}
