import type { ClientBase } from 'pg'
import { ruleColumns } from '../commands/domain/tld-rules.store'
import type { Registrar } from '../server/registrar.store'
import { sessionColumns, type SessionRules } from '../server/session-policy.store'
import type { IdnTable } from '../extensions/idn.store'
import type { Profile } from './catalogue'

/** True for the one start that finds the registry empty: it sets the clock going. */
export async function claimFirstStart(db: ClientBase): Promise<boolean> {
  const { rowCount } = await db.query('insert into sandbox_registry.clock default values on conflict do nothing')
  return rowCount === 1
}

/** Opens an account. One that is open keeps its password, which a login may have changed, and is pinned anew. */
export async function putRegistrar(
  db: ClientBase,
  { clID, passwordHash, certificateSha256 }: Registrar,
): Promise<void> {
  await db.query(
    `insert into sandbox_registry.registrar (cl_id, password_hash, certificate_sha256) values ($1, $2, $3)
     on conflict (cl_id) do update set certificate_sha256 = excluded.certificate_sha256`,
    [clID, passwordHash, certificateSha256],
  )
}

/** Sets the rules of a door that has none yet; those it has may have been changed, and stay. */
export async function insertSessionRules(db: ClientBase, door: string, rules: SessionRules): Promise<void> {
  const keys = Object.keys(sessionColumns) as (keyof SessionRules)[]
  await db.query(
    `insert into sandbox_registry.session_policy (door, ${keys.map((key) => sessionColumns[key]).join(', ')})
     values ($1, ${keys.map((_, index) => `$${index + 2}`).join(', ')}) on conflict do nothing`,
    [door, ...keys.map((key) => rules[key])],
  )
}

/** Writes the profile and its TLDs, over what an earlier start has written. */
export async function putProfile(db: ClientBase, { name, tlds, rules }: Profile): Promise<void> {
  const keys = Object.keys(ruleColumns) as (keyof typeof ruleColumns)[]
  const columns = keys.map((key) => ruleColumns[key])
  await db.query(
    `insert into sandbox_registry.profile (name, ${columns.join(', ')})
     values ($1, ${columns.map((_, index) => `$${index + 2}`).join(', ')})
     on conflict (name) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [name, ...keys.map((key) => rules[key])],
  )
  await db.query(
    `insert into sandbox_registry.tld (name, profile, redemption_days, launch_phase)
     select t.name, $1, t.redemption_days, coalesce(t.launch_phase, 'open')
     from jsonb_to_recordset($2) t (name text, redemption_days integer, launch_phase text)
     on conflict (name) do update set profile = excluded.profile, redemption_days = excluded.redemption_days`,
    [
      name,
      JSON.stringify(
        tlds.map(({ name, redemptionDays, launchPhase }) => ({
          name,
          redemption_days: redemptionDays,
          launch_phase: launchPhase,
        })),
      ),
    ],
  )
}

export async function putIdnTable(db: ClientBase, { name, letters, takesLatin }: IdnTable): Promise<void> {
  await db.query(
    `insert into sandbox_registry.idn_table (name, letters, takes_latin) values ($1, $2, $3)
     on conflict (name) do update set letters = excluded.letters, takes_latin = excluded.takes_latin`,
    [name, letters, takesLatin],
  )
}

export async function putTrademark(db: ClientBase, label: string, claimKey: string): Promise<void> {
  await db.query('insert into sandbox_registry.trademark (label, claim_key) values ($1, $2) on conflict do nothing', [
    label,
    claimKey,
  ])
}

/** What makes a name special: its prices, or the token that opens it. */
export type SpecialTerms =
  | { readonly kind: 'premium'; readonly createCents: number; readonly renewCents: number }
  | { readonly kind: 'reserved'; readonly token: string }

export async function insertSpecialNames(db: ClientBase, terms: SpecialTerms, names: readonly string[]): Promise<void> {
  const [createCents, renewCents, token] =
    terms.kind === 'premium' ? [terms.createCents, terms.renewCents, null] : [null, null, terms.token]
  await db.query(
    `insert into sandbox_registry.special_name (name, kind, create_cents, renew_cents, token)
     select n, $1, $2, $3, $4 from unnest($5::text[]) n`,
    [terms.kind, createCents, renewCents, token, names],
  )
}
