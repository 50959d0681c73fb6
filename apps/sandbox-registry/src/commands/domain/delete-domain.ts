import { refund } from '../../life/charge.store'
import { findHostInUse, moveExpiry, purgeDomain, putDeletion } from '../../life/domain-life.store'
import { endGraces, findGraces } from '../../life/grace.store'
import { addDays, addYears } from '../../model/calendar'
import { Refusal } from '../../model/result'
import { Fields } from '../../xml/fields'
import { HOST } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import type { Answer, ObjectContext } from '../command'
import { holdOwn, refuseProhibited } from './own-domain'

/**
 * Deletes a domain (RFC 5731 section 3.2.2, RFC 3915 section 2). What a grace period covers is refunded, and its years
 * taken off. In the add grace period, and where nothing can be redeemed, the name is free at once (1000); otherwise it
 * enters its redemption period (1001). 2305 while other domains are delegated to hosts inside it.
 */
export async function deleteDomain(payload: Element, context: ObjectContext): Promise<Answer> {
  const { db, now, clTRID, svTRID } = context
  const fields = new Fields(payload)
  const nameField = fields.required('name')
  fields.end()
  const { domain, rules } = await holdOwn(nameField, context)
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
  await moveExpiry(db, name, addYears(domain.expiresAt, -years))
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
