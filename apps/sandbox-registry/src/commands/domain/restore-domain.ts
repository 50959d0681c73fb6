import { agreeFee } from '../../extensions/fee'
import { autoRenew } from '../../life/auto-renew'
import { bill, price } from '../../life/bill'
import { refuseUnpaid } from '../../life/charge.store'
import { endDeletion, findDeletion, putDeletion, type Deletion } from '../../life/domain-life.store'
import { addDays } from '../../model/calendar'
import { Refusal } from '../../model/result'
import { Fields, refuseValue, token, unexpected } from '../../xml/fields'
import { RGP } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element } from '../../xml/write'
import type { Answer, ObjectContext } from '../command'
import type { Domain } from './domain.store'
import { holdOwn } from './own-domain'
import type { NameRules } from './tld-rules.store'

type RestoreContext = Pick<ObjectContext, 'db' | 'now' | 'registrar' | 'svTRID' | 'extensions'>

interface Deleted {
  readonly domain: Domain
  readonly rules: NameRules
  readonly deletion: Deletion
}

/**
 * Restores a domain in its redemption period (RFC 3915 section 4.2.5). The request is charged; where the registry wants
 * a report the domain is pendingRestore until it comes, and falls back to redemption when it does not. What is in
 * another state is 2304.
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

  const held = await holdOwn(nameField, context)
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

/** A name that expired in the meantime is renewed by the registry, as it would have been without the delete. */
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

/** The report is evidence for people (RFC 3915 section 4.2.5); the registry keeps it in its audit and reads its form. */
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
    if (Number.isNaN(Date.parse(token(time, [10, 40])))) throw refuseValue(time, 2005, 'that is no time')
  }
}
