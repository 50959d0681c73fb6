import { Refusal } from '../../model/result'
import type { TldRules } from '../../model/tld-rules'
import { findContactSponsors } from '../../objects/contact.store'
import type { DomainContact } from '../../objects/domain.store'
import type { ObjectContext } from '../../protocol/command'
import { refuseValue, token, unexpected } from '../../xml/fields'
import type { Element } from '../../xml/read'

/** Reads the contacts of a new domain. Refuses those that the TLD's rules forbid, and a missing registrant. */
export function readContacts(registrant: Element | undefined, contacts: readonly Element[], rules: TldRules) {
  const elements = registrant ? [registrant, ...contacts] : contacts
  const [first] = elements
  if (rules.contacts === 'prohibited' && first) throw refuseValue(first, 2306, 'this TLD keeps no contacts')
  if (rules.contacts === 'required' && !registrant) throw new Refusal(2003, 'a domain has a <registrant>')
  return { registrant: registrant ? token(registrant, [3, 16]) : null, others: readRoles(contacts), elements }
}

/** Reads contacts with their roles. Refuses a repeated contact of one role with 2306. */
export function readRoles(contacts: readonly Element[]): DomainContact[] {
  const roles = contacts.map((field): DomainContact => {
    const { type } = field.attributes
    if (type !== 'admin' && type !== 'billing' && type !== 'tech') {
      throw unexpected(field, 'the type of a contact is admin, billing or tech')
    }
    return { type, contact: token(field, [3, 16], 'type') }
  })
  const pairs = new Set(roles.map(({ type, contact }) => `${type} ${contact}`))
  if (pairs.size < roles.length) throw new Refusal(2306, 'a contact is given twice for one role')
  return roles
}

/** Refuses contacts that do not exist (2303) or have another sponsor (2201). */
export async function refuseMissingContacts(
  fields: readonly Element[],
  { db, registrar }: Pick<ObjectContext, 'db' | 'registrar'>,
): Promise<void> {
  if (fields.length === 0) return
  const id = (field: Element) => token(field, [3, 16], 'type')
  const sponsors = await findContactSponsors(db, [...new Set(fields.map(id))])
  for (const field of fields) {
    const sponsor = sponsors.get(id(field))
    if (sponsor === undefined) throw refuseValue(field, 2303, 'the contact does not exist')
    if (sponsor !== registrar) throw refuseValue(field, 2201, 'another registrar sponsors the contact')
  }
}
