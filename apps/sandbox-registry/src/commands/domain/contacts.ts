import { Refusal } from '../../model/result'
import type { ContactCounts, TldRules } from '../../model/tld-rules'
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
  for (const role of countedRoles) {
    const named = elements.filter(isOf(role))
    refuseCount(role, named.length, rules.contactCounts.create, named.at(-1))
  }
  return { registrant: registrant ? token(registrant, [3, 16]) : null, others: readRoles(contacts), elements }
}

const countedRoles = ['owner', 'admin', 'tech', 'billing'] as const
type CountedRole = (typeof countedRoles)[number]

const isOf =
  (role: CountedRole) =>
  ({ local, attributes }: Element) =>
    role === 'owner' ? local === 'registrant' : attributes.type === role

function refuseCount(
  role: CountedRole,
  count: number,
  counts: ContactCounts | undefined,
  offender: Element | undefined,
): void {
  const limits = counts?.[role]
  if (!limits) return
  const text = `the TLD takes ${limits.min} to ${limits.max} contacts of the role ${role}`
  if (count < limits.min) throw new Refusal(2003, text)
  if (count > limits.max) throw offender ? refuseValue(offender, 2306, text) : new Refusal(2306, text)
}

/** Refuses an update of contacts after which a role that it changes has too few or too many; with a maximum of 0, any. */
export function refuseChangedCounts(
  after: { readonly registrant: string | null; readonly contacts: readonly DomainContact[] },
  changed: readonly Element[],
  { contactCounts }: Pick<TldRules, 'contactCounts'>,
): void {
  for (const role of countedRoles) {
    const element = changed.find(isOf(role))
    if (!element) continue
    if (contactCounts.update?.[role]?.max === 0) throw refuseValue(element, 2306, `the ${role} cannot be changed`)
    const count =
      role === 'owner' ? Number(after.registrant !== null) : after.contacts.filter(({ type }) => type === role).length
    refuseCount(role, count, contactCounts.update, element)
  }
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
