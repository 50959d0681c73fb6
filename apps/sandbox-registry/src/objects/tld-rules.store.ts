import { raw, sql, statement } from '@nameyard/persistence/statement'
import { read, type Queryable } from '../database/query'
import { COMMON_ENDPOINT } from '../model/endpoint'
import { parentOf } from '../model/name'
import type { TldRules } from '../model/tld-rules'

export const launchPhases = ['sunrise', 'claims', 'open'] as const
export type LaunchPhase = (typeof launchPhases)[number]

/** The rules of a name: those of its TLD, with the prices of the name. */
export interface NameRules extends TldRules {
  readonly profile: string
  readonly isPremium: boolean
  /** The phase the TLD is in (RFC 8334 section 2.3). */
  readonly launchPhase: LaunchPhase
}

/** A rule's column of the table `profile`. */
export const ruleColumns = {
  hosts: 'hosts',
  maxHosts: 'max_hosts',
  hostCheck: 'host_check',
  contacts: 'contacts',
  contactCounts: 'contact_counts',
  minPeriodYears: 'min_period_years',
  defaultPeriodYears: 'default_period_years',
  maxPeriodYears: 'max_period_years',
  periods: 'periods',
  renewal: 'renewal',
  transfer: 'transfer',
  transferDays: 'transfer_days',
  transferYears: 'transfer_years',
  transferLockDays: 'transfer_lock_days',
  selfTransferCode: 'self_transfer_code',
  addGraceDays: 'add_grace_days',
  renewGraceDays: 'renew_grace_days',
  transferGraceDays: 'transfer_grace_days',
  autoRenewGraceDays: 'auto_renew_grace_days',
  redemptionDays: 'redemption_days',
  pendingDeleteDays: 'pending_delete_days',
  restore: 'restore',
  reportDays: 'report_days',
  processing: 'processing',
  processingSeconds: 'processing_seconds',
  secDns: 'sec_dns',
  maxSecDns: 'max_sec_dns',
  emptyContainers: 'empty_containers',
  currency: 'currency',
  createCents: 'create_cents',
  renewCents: 'renew_cents',
  transferCents: 'transfer_cents',
  restoreCents: 'restore_cents',
  extensions: 'extensions',
  idnTables: 'idn_tables',
  dialect: 'dialect',
  options: 'options',
} as const satisfies Record<keyof TldRules, string>

/** Rules that a TLD or a premium name can override. */
const overridden: Readonly<Partial<Record<string, string>>> = {
  redemptionDays: 'coalesce(t.redemption_days, p.redemption_days)',
  createCents: 'coalesce(s.create_cents, p.create_cents)',
  renewCents: 'coalesce(s.renew_cents, p.renew_cents)',
  transferCents: 'coalesce(s.renew_cents, p.transfer_cents)',
}

const SELECTED = raw(
  Object.entries(ruleColumns)
    .map(([rule, column]) => `${overridden[rule] ?? `p.${column}`} as "${rule}"`)
    .join(', '),
)

const FIND = statement<
  {
    readonly names: readonly string[]
    readonly tlds: readonly string[]
    readonly endpoint: string
    readonly common: string
  },
  { name: string } & NameRules
>(
  'sandbox.find-name-rules',
  ({ names, tlds, endpoint, common }) => sql`
    select n.name, p.name as profile, t.launch_phase as "launchPhase", s.name is not null as "isPremium", ${SELECTED}
    from unnest(${names}::text[], ${tlds}::text[]) n (name, tld)
    join sandbox_registry.tld t on t.name = n.tld
    join sandbox_registry.profile p on p.name = t.profile and (${endpoint} = ${common} or p.name = ${endpoint})
    left join sandbox_registry.special_name s on s.name = n.name and s.kind = 'premium'`,
)

/** Returns the rules of a name; undefined when its TLD is not served. */
export async function findNameRules(db: Queryable, name: string): Promise<NameRules | undefined> {
  return (await findRulesOf(db, [name], COMMON_ENDPOINT)).get(name)
}

/** Returns the rules of each name whose TLD the endpoint serves. */
export async function findRulesOf(
  db: Queryable,
  names: readonly string[],
  endpoint: string,
): Promise<Map<string, NameRules>> {
  const rows = await read(db, FIND, { names, tlds: names.map(parentOf), endpoint, common: COMMON_ENDPOINT })
  return new Map(rows.map(({ name, ...rules }) => [name, rules]))
}
