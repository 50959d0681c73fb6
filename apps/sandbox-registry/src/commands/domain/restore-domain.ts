import { bill, price } from '../../billing/bill'
import { refuseUnpaid } from '../../billing/charge.store'
import { agreeFee } from '../../extensions/fee'
import { autoRenew } from '../../lifecycle/auto-renew'
import { addDays } from '../../model/calendar'
import { Refusal } from '../../model/result'
import { endDeletion, findDeletion, putDeletion, type Deletion } from '../../objects/domain-lifecycle.store'
import type { Domain } from '../../objects/domain.store'
import type { NameRules } from '../../objects/tld-rules.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, refuseValue, token, unexpected } from '../../xml/fields'
import { RGP } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element } from '../../xml/write'
import { lockOwnDomain } from './own-domain'

type RestoreContext = Pick<ObjectContext, 'db' | 'now' | 'registrar' | 'svTRID' | 'extensions'>

interface Deleted {
  readonly domain: Domain
  readonly rules: NameRules
  readonly deletion: Deletion
}

/**
 * Restores a domain in its redemption period (RFC 3915 section 4.2.5). Charges the request. Where a report is required,
 * the domain is pendingRestore until the report comes, and falls back to redemptionPeriod without one. 2304 in any other
 * state.
 */
export async function restoreDomain(extension: Element, nameField: Element, context: RestoreContext): Promise<Answer> {
  if (extension.local !== 'update') throw unexpected(extension, '<update> of the grace period mapping is expected')
  const fields = new Fields(extension)
  const restore = fields.required('restore')
  fields.end()
  const { op } = restore.attributes
  const parts = new Fields(restore, 'op')
  const report = parts.optional('report')
  parts.end()
  if (op !== 'request' && op !== 'report') throw unexpected(restore, 'the op of a restore is request or report')
  if (op === 'report' && !report) throw new Refusal(2003, 'the <report> is missing')
  if (op === 'request' && report) throw unexpected(report, 'a report follows its request')
  if (report) readReport(report)

  const held = await lockOwnDomain(nameField, context)
  const deletion = await findDeletion(context.db, held.domain.name)
  const wanted = op === 'request' ? 'redemptionPeriod' : 'pendingRestore'
  if (deletion?.state !== wanted) throw new Refusal(2304, `the domain is not in ${wanted}`)
  return op === 'request' ? requestRestore({ ...held, deletion }, context) : completeRestore(held, context)
}

async function requestRestore({ domain, rules, deletion }: Deleted, context: RestoreContext): Promise<Answer> {
  const { db, registrar, now, svTRID } = context
  const { name } = domain
  const { currency } = rules
  const fee = agreeFee(context, rules, { command: 'restore', years: 0 })
  const cents = price(rules, 'restore', 0)
  await refuseUnpaid(db, { registrar, cents, currency })
  await bill(db, { at: now, registrar, domain: name, kind: 'restore', years: 0, cents, currency, svTRID }, rules)
  if (rules.restore === 'immediate') {
    return { ...(await completeRestore({ domain, rules }, context)), extensions: fee ? [fee] : [] }
  }
  await putDeletion(db, name, { ...deletion, state: 'pendingRestore', until: addDays(now, rules.reportDays) })
  const upData = element('rgp:upData', { 'xmlns:rgp': RGP }, [element('rgp:rgpStatus', { s: 'pendingRestore' })])
  return { code: 1000, extensions: fee ? [upData, fee] : [upData] }
}

/** Auto-renews a domain that expired since its delete, as would have happened without the delete. */
async function completeRestore(
  { domain, rules }: Pick<Deleted, 'domain' | 'rules'>,
  { db, now }: RestoreContext,
): Promise<Answer> {
  await endDeletion(db, domain.name)
  for (let { expiresAt } = domain; expiresAt <= now;) {
    expiresAt = await autoRenew(db, { ...domain, expiresAt }, rules, now)
  }
  return { code: 1000 }
}

/** Checks the form of the report; its content is evidence for people and stays in the audit (RFC 3915 section 4.2.5). */
function readReport(report: Element): void {
  const fields = new Fields(report)
  fields.required('preData')
  fields.required('postData')
  const times = [fields.required('delTime'), fields.required('resTime')]
  fields.required('resReason')
  fields.required('statement')
  fields.repeated('statement', 1)
  fields.optional('other')
  fields.end()
  for (const time of times) {
    if (Number.isNaN(Date.parse(token(time, [10, 40])))) throw refuseValue(time, 2005, 'that is not a time')
  }
}
