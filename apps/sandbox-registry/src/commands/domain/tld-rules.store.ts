import type { ClientBase } from 'pg'
import type { TldRules } from '../../model/tld-rules'

/** The rules and the profile that has them. */
export interface ServedTld extends TldRules {
  readonly profile: string
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

const selected = Object.entries(ruleColumns).map(([rule, column]) =>
  rule === 'redemptionDays'
    ? `coalesce(t.redemption_days, p.redemption_days) as "redemptionDays"`
    : `p.${column} as "${rule}"`,
)

export async function findTldRules(db: ClientBase, tld: string): Promise<ServedTld | undefined> {
  const { rows } = await db.query<ServedTld>(
    `select p.name as profile, ${selected.join(', ')}
     from sandbox_registry.tld t join sandbox_registry.profile p on p.name = t.profile where t.name = $1`,
    [tld],
  )
  return rows[0]
}
