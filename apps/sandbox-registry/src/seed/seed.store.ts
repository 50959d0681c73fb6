import type { ClientBase } from 'pg'
import type { TldRules } from '../commands/domain/domain.store'
import type { Registrar } from '../server/registrar.store'
import type { SessionPolicy } from '../server/session-policy.store'

/** True for the one start that finds the registry empty: it sets the clock going. */
export async function claimFirstStart(db: ClientBase): Promise<boolean> {
  const { rowCount } = await db.query('insert into sandbox_registry.clock default values on conflict do nothing')
  return rowCount === 1
}

export async function insertRegistrar(
  db: ClientBase,
  { clID, passwordHash, certificateSha256 }: Registrar,
): Promise<void> {
  await db.query(
    `insert into sandbox_registry.registrar (cl_id, password_hash, certificate_sha256) values ($1, $2, $3)
     on conflict do nothing`,
    [clID, passwordHash, certificateSha256],
  )
}

export async function insertSessionPolicy(db: ClientBase, policy: SessionPolicy): Promise<void> {
  await db.query(
    `insert into sandbox_registry.session_policy
       (server_id, max_frame_octets, idle_seconds, absolute_seconds, max_sessions, max_login_attempts,
        max_check_objects, reused_cltrid)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      policy.serverId,
      policy.maxFrameOctets,
      policy.idleSeconds,
      policy.absoluteSeconds,
      policy.maxSessions,
      policy.maxLoginAttempts,
      policy.maxCheckObjects,
      policy.reusedClTRID,
    ],
  )
}

export async function insertProfile(
  db: ClientBase,
  profile: TldRules & { name: string; tlds: readonly string[] },
): Promise<void> {
  await db.query(
    `with added as (
       insert into sandbox_registry.profile
         (name, hosts, max_hosts, contacts, min_period_years, default_period_years, max_period_years)
       values ($1, $2, $3, $4, $5, $6, $7) returning name)
     insert into sandbox_registry.tld (name, profile) select t, added.name from added, unnest($8::text[]) t`,
    [
      profile.name,
      profile.hosts,
      profile.maxHosts,
      profile.contacts,
      profile.minPeriodYears,
      profile.defaultPeriodYears,
      profile.maxPeriodYears,
      profile.tlds,
    ],
  )
}

export async function insertSpecialNames(
  db: ClientBase,
  kind: 'reserved' | 'premium',
  names: readonly string[],
): Promise<void> {
  await db.query('insert into sandbox_registry.special_name (name, kind) select n, $1 from unnest($2::text[]) n', [
    kind,
    names,
  ])
}
