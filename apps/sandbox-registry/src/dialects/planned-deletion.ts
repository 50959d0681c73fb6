import { addDays } from '../model/calendar'
import { purgeDomain, putDeletion } from '../objects/domain-lifecycle.store'
import { findDomain } from '../objects/domain.store'
import { findOwnOfDomain, putOwnOfDomain } from '../objects/own-data.store'
import type { ObjectContext } from '../protocol/command'
import { RGP } from '../xml/namespaces'
import type { Element } from '../xml/read'

/** Carries out planned deletions of the named domains whose day has come. The day is `deletesAt` of their own data. */
export async function deletePlanned(names: readonly string[], context: ObjectContext): Promise<void> {
  const { db, now, svTRID, rulesOf } = context
  for (const name of names) {
    const { deletesAt, ...own } = await findOwnOfDomain(db, name)
    if (typeof deletesAt !== 'string' || new Date(deletesAt) > now) continue
    const [domain, rules] = [await findDomain(db, name), await rulesOf(name)]
    if (!domain || !rules) continue
    const until = addDays(new Date(deletesAt), rules.redemptionDays)
    await putOwnOfDomain(db, name, own)
    if (until <= now) await purgeDomain(db, name)
    else if (domain.rgp === null)
      await putDeletion(db, name, { state: 'redemptionPeriod', until, redemptionUntil: until, clTRID: null, svTRID })
  }
}

/** A restore in the form of RFC 3915, for registries that have another one on the wire. */
export const restoreRequest: Element = {
  ns: RGP,
  local: 'update',
  attributes: {},
  text: '',
  children: [{ ns: RGP, local: 'restore', attributes: { op: 'request' }, text: '', children: [] }],
}
