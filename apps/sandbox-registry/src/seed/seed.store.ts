import type { ClientBase } from 'pg'
import { join, raw, sql, statement } from '@nameyard/persistence/statement'
import { readComposed, write } from '../database/query'
import type { IdnTable } from '../extensions/idn.store'
import { ruleColumns } from '../objects/tld-rules.store'
import type { Registrar } from '../sessions/registrar.store'
import { sessionColumns, type SessionRules } from '../sessions/session-policy.store'
import type { Profile } from './catalogue'

const CLAIM_FIRST_START = statement(
  'sandbox.claim-first-start',
  () => sql`insert into sandbox_registry.clock default values on conflict do nothing`,
)

const PUT_REGISTRAR = statement<Registrar>(
  'sandbox.put-registrar',
  ({ clID, passwordHash, certificateSha256 }) => sql`
    insert into sandbox_registry.registrar (cl_id, password_hash, certificate_sha256)
    values (${clID}, ${passwordHash}, ${certificateSha256})
    on conflict (cl_id) do update set certificate_sha256 = excluded.certificate_sha256`,
)

const PUT_TLDS = statement<{ profile: string; tlds: string }>(
  'sandbox.put-tlds',
  ({ profile, tlds }) => sql`
    insert into sandbox_registry.tld (name, profile, redemption_days, launch_phase)
    select t.name, ${profile}, t.redemption_days, coalesce(t.launch_phase, 'open')
    from jsonb_to_recordset(${tlds}) t (name text, redemption_days integer, launch_phase text)
    on conflict (name) do update set profile = excluded.profile, redemption_days = excluded.redemption_days
      where tld.profile not like '.%' or excluded.profile like '.%'`,
)

const PUT_IDN_TABLE = statement<IdnTable>(
  'sandbox.put-idn-table',
  ({ name, letters, takesLatin }) => sql`
    insert into sandbox_registry.idn_table (name, letters, takes_latin) values (${name}, ${letters}, ${takesLatin})
    on conflict (name) do update set letters = excluded.letters, takes_latin = excluded.takes_latin`,
)

const PUT_TRADEMARK = statement<{ label: string; claimKey: string }>(
  'sandbox.put-trademark',
  ({ label, claimKey }) => sql`
    insert into sandbox_registry.trademark (label, claim_key) values (${label}, ${claimKey}) on conflict do nothing`,
)

const INSERT_SPECIAL_NAMES = statement<{
  readonly kind: SpecialTerms['kind']
  readonly createCents: number | null
  readonly renewCents: number | null
  readonly token: string | null
  readonly names: readonly string[]
}>(
  'sandbox.insert-special-names',
  ({ kind, createCents, renewCents, token, names }) => sql`
    insert into sandbox_registry.special_name (name, kind, create_cents, renew_cents, token)
    select n, ${kind}, ${createCents}, ${renewCents}, ${token} from unnest(${names}::text[]) n`,
)

/** Returns true once: for the first start, which finds the registry empty. Starts the clock. */
export async function claimFirstStart(db: ClientBase): Promise<boolean> {
  return (await write(db, CLAIM_FIRST_START)) === 1
}

/** Creates an account. An existing one keeps its password, which a login may have changed, and gets the certificate. */
export async function putRegistrar(db: ClientBase, registrar: Registrar): Promise<void> {
  await write(db, PUT_REGISTRAR, registrar)
}

/** Sets the rules of an endpoint that has none yet. Existing rules stay: an operator may have changed them. */
export async function insertSessionRules(db: ClientBase, endpoint: string, rules: SessionRules): Promise<void> {
  const keys = Object.keys(sessionColumns) as (keyof SessionRules)[]
  const columns = keys.map((key) => raw(sessionColumns[key]))
  await readComposed(
    db,
    sql`
      insert into sandbox_registry.session_policy (door, ${join(columns)})
      values (${endpoint}, ${join(keys.map((key) => rules[key]))}) on conflict do nothing`,
  )
}

/** Writes a profile and its TLDs, over those of an earlier start. */
export async function putProfile(db: ClientBase, { name, tlds, rules }: Profile): Promise<void> {
  const keys = Object.keys(ruleColumns) as (keyof typeof ruleColumns)[]
  const columns = keys.map((key) => raw(ruleColumns[key]))
  await readComposed(
    db,
    sql`
      insert into sandbox_registry.profile (name, ${join(columns)})
      values (${name}, ${join(keys.map((key) => rules[key]))})
      on conflict (name) do update set ${join(columns.map((column) => sql`${column} = excluded.${column}`))}`,
  )
  const rows = tlds.map(({ name, redemptionDays, launchPhase }) => ({
    name,
    redemption_days: redemptionDays,
    launch_phase: launchPhase,
  }))
  await write(db, PUT_TLDS, { profile: name, tlds: JSON.stringify(rows) })
}

export async function putIdnTable(db: ClientBase, table: IdnTable): Promise<void> {
  await write(db, PUT_IDN_TABLE, table)
}

export async function putTrademark(db: ClientBase, label: string, claimKey: string): Promise<void> {
  await write(db, PUT_TRADEMARK, { label, claimKey })
}

/** The terms of a special name: its prices, or its allocation token. */
export type SpecialTerms =
  | { readonly kind: 'premium'; readonly createCents: number; readonly renewCents: number }
  | { readonly kind: 'reserved'; readonly token: string }

export async function insertSpecialNames(db: ClientBase, terms: SpecialTerms, names: readonly string[]): Promise<void> {
  await write(db, INSERT_SPECIAL_NAMES, { createCents: null, renewCents: null, token: null, ...terms, names })
}
