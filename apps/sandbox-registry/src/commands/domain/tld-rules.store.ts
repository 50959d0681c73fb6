import type { ClientBase, Pool } from 'pg'
import { parentOf } from '../../model/name'
import type { TldRules } from '../../model/tld-rules'
import { COMMON_DOOR } from '../../server/session-policy.store'

export const launchPhases = ['sunrise', 'claims', 'open'] as const
export type LaunchPhase = (typeof launchPhases)[number]

/** The rules a name lives by: those of its TLD, at the prices of the name. */
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
  contacts: 'contacts',
  minPeriodYears: 'min_period_years',
  defaultPeriodYears: 'default_period_years',
  maxPeriodYears: 'max_period_years',
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
} as const satisfies Record<keyof TldRules, string>

/** What a TLD or a name has of its own. */
const own: Readonly<Partial<Record<string, string>>> = {
  redemptionDays: 'coalesce(t.redemption_days, p.redemption_days)',
  createCents: 'coalesce(s.create_cents, p.create_cents)',
  renewCents: 'coalesce(s.renew_cents, p.renew_cents)',
  transferCents: 'coalesce(s.renew_cents, p.transfer_cents)',
}

const selected = Object.entries(ruleColumns).map(([rule, column]) => `${own[rule] ?? `p.${column}`} as "${rule}"`)

/** Undefined when its TLD is not served. */
export async function findNameRules(db: ClientBase | Pool, name: string): Promise<NameRules | undefined> {
  return (await findRulesOf(db, [name], COMMON_DOOR)).get(name)
}

/** The rules of each name whose TLD is served at the door. */
export async function findRulesOf(
  db: ClientBase | Pool,
  names: readonly string[],
  door: string,
): Promise<Map<string, NameRules>> {
  const { rows } = await db.query<{ name: string } & NameRules>({
    name: 'rules.of-names',
    text: `select n.name, p.name as profile, t.launch_phase as "launchPhase", s.name is not null as "isPremium", ${selected.join(', ')}
     from unnest($1::text[], $2::text[]) n (name, tld)
     join sandbox_registry.tld t on t.name = n.tld
     join sandbox_registry.profile p on p.name = t.profile and ($3 = $4 or p.name = $3)
     left join sandbox_registry.special_name s on s.name = n.name and s.kind = 'premium'`,
    values: [names, names.map(parentOf), door, COMMON_DOOR],
  })
  return new Map(rows.map(({ name, ...rules }) => [name, rules]))
}
