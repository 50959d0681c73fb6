import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { findZoneChanges } from '@nameyard/contracts/dns/find-zone-changes'
import type { Result } from '@nameyard/contracts/operation'
import { findMovements } from '@nameyard/contracts/orders/find-movements'
import type { Operator } from '../operator'
import { signed, type Step } from './step'

/** Who asked, and what became of it, as the audit trail says. */
export async function auditSteps(platform: Operator, request: string): Promise<Step[]> {
  const { entries } = await platform.ask(readAuditLog, { request, limit: 1000 })
  return entries.map(({ at, operation, subject, resellerId, changes, ...who }) => {
    const account = resellerId === null ? '' : ` of account ${resellerId}`
    const what = `${operation} (${subject}) by ${personOf(who)}${account}${inWords(changes)}`
    return { at, source: 'account', what }
  })
}

type Who = Pick<Result<typeof readAuditLog>['entries'][number], 'contactId' | 'keyId' | 'who'>

function personOf({ contactId, keyId, who }: Who): string {
  if (contactId === null) return who === null ? 'the platform' : `operator ${who}`
  return `contact ${contactId} ${who ?? ''}`.trim() + (keyId === null ? '' : ` with key ${keyId}`)
}

/** The changed fields, with the values that the trail has. */
function inWords(changes: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(changes).map(([field, change]) => {
    const { to } = (change ?? {}) as { readonly to?: unknown }
    return to === undefined ? field : `${field} ${JSON.stringify(to)}`
  })
  return fields.length === 0 ? '' : `: ${fields.join(', ')}`
}

/** The money that the request moved, and that of orders. */
export async function moneySteps(platform: Operator, request: string, orderIds: readonly string[]): Promise<Step[]> {
  const { movements } = await platform.ask(findMovements, { request, orderIds: [...orderIds] })
  return movements.map(({ at, kind, subject, balance, reservedBalance, currency, resellerId }) => ({
    at,
    source: 'money',
    what: `${kind} for ${subject} of account ${resellerId}: balance ${signed(balance)}, reserved ${signed(reservedBalance)} ${currency}`,
  }))
}

/** The versions of zones that the request made, and when name servers answered them. */
export async function zoneSteps(platform: Operator, request: string): Promise<Step[]> {
  const { changes } = await platform.ask(findZoneChanges, { request })
  return changes.flatMap(({ zone, resellerId, version, at, source, added, removed, published, waits }): Step[] => {
    const waiting = waits.map(({ server, problem }) => `; waits for ${server}: ${problem}`).join('')
    const made = `version ${version} of zone ${zone} of account ${resellerId} by ${source}`
    const change: Step = { at, source: 'dns', what: `${made}, records: ${added} added, ${removed} removed${waiting}` }
    if (!published) return [change]
    const answered = `version ${published.version} of zone ${zone} is`
    return [
      change,
      ...published.servers.map((each): Step => ({ at: each.at, source: 'dns', what: `${answered} at ${each.server}` })),
      { at: published.at, source: 'dns', what: `${answered} published` },
    ]
  })
}
