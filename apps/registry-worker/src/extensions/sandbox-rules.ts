import type { ExtensionRecord } from '@nameyard/contracts/domains/extension-record'

/** Phases that the sandbox registry knows. */
const phases: ReadonlySet<string> = new Set(['sunrise', 'claims'])

const transferOf = { pending: 'pending', immediate: 'instant', push: 'push' } as const

/** The rules of a record in the terms of the control port of the sandbox registry. */
export function sandboxRulesOf(record: ExtensionRecord) {
  const { registry, periods, contacts, hosts, dnssec, grace, quarantine, transfer, idnScripts } = record
  const phase = record.launchPhases.find(({ name }) => name === record.launchPhase)?.phase ?? ''
  return {
    hosts: hosts.model,
    maxHosts: hosts.max,
    ...(hosts.check && { hostCheck: hosts.check }),
    contacts: contacts.model,
    ...(contacts.counts && { contactCounts: contacts.counts }),
    minPeriodYears: periods.min,
    defaultPeriodYears: periods.min,
    maxPeriodYears: periods.max,
    ...(registry.periods && { periods: registry.periods }),
    renewal: record.isRenewable ? 'by-command' : 'none',
    transfer: transferOf[transfer.model],
    transferDays: transfer.waitDays,
    transferYears: transfer.periodYears,
    addGraceDays: grace.addDays,
    renewGraceDays: grace.renewDays,
    transferGraceDays: grace.transferDays,
    autoRenewGraceDays: grace.autoRenewDays,
    redemptionDays: quarantine.hardDays,
    pendingDeleteDays: record.pendingDeleteDays,
    restore: record.restore,
    secDns: dnssec.form === 'key' ? 'key' : 'ds',
    maxSecDns: dnssec.form === 'none' ? 0 : dnssec.maxRecords,
    extensions: registry.eppExtensions.filter((name) => name !== 'secDNS' || dnssec.form !== 'none'),
    idnTables: idnScripts.flatMap(({ table }) => table ?? []),
    launchPhase: phases.has(phase) ? phase : 'open',
    dialect: registry.dialect,
    options: registry.options,
  }
}
