import { refund } from '../../billing/charge.store'
import { endGraces, findGraces } from '../../billing/grace.store'
import { addDays, addYears } from '../../model/calendar'
import { Refusal } from '../../model/result'
import { findHostInUse, putExpiry, purgeDomain, putDeletion } from '../../objects/domain-lifecycle.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields } from '../../xml/fields'
import { HOST } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { lockOwnDomain, refuseProhibited } from './own-domain'

/**
 * Deletes a domain (RFC 5731 section 3.2.2, RFC 3915 section 2). Refunds the charges in a grace period and subtracts their
 * years. In the add grace period, and in TLDs without redemption, the domain is purged at once (1000); otherwise its
 * redemption period starts (1001). 2305 while other domains are delegated to hosts inside it.
 */
export async function deleteDomain(payload: Element, context: ObjectContext): Promise<Answer> {
  const { db, now, clTRID, svTRID } = context
  const fields = new Fields(payload)
  const nameField = fields.required('name')
  fields.end()
  const { domain, rules } = await lockOwnDomain(nameField, context)
  const { name } = domain
  refuseProhibited(domain, 'Delete')
  const host = await findHostInUse(db, name)
  if (host !== undefined) {
    throw new Refusal(2305, 'other domains use a host inside the domain', { ns: HOST, local: 'name', text: host })
  }

  const graces = await findGraces(db, name, now)
  const charges = graces.map(({ charge }) => charge)
  if (charges.length > 0) await refund(db, charges, { at: now, svTRID })
  if (graces.some(({ kind }) => kind === 'addPeriod') || rules.redemptionDays === 0) {
    await purgeDomain(db, name)
    return { code: 1000 }
  }
  const years = graces.reduce((sum, grace) => sum + grace.years, 0)
  await putExpiry(db, name, addYears(domain.expiresAt, -years))
  await endGraces(db, name)
  const redemptionUntil = addDays(now, rules.redemptionDays)
  await putDeletion(db, name, {
    state: 'redemptionPeriod',
    until: redemptionUntil,
    redemptionUntil,
    clTRID: clTRID ?? null,
    svTRID,
  })
  return { code: 1001 }
}
