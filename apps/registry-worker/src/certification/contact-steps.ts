import { checkContact } from '@nameyard/epp/contact/check'
import { deleteContact } from '@nameyard/epp/contact/delete'
import { infoContact } from '@nameyard/epp/contact/info'
import { updateContact } from '@nameyard/epp/contact/update'
import { contactId, withFacts, type ContactIds, type ContactOrder, type ContactRole } from '../dialects/contact'
import { availabilityFault, sponsorFault } from './answers'
import type { Course } from './course'
import type { Registrar } from './registrar'

/** The contacts of a domain (RFC 5733), with the usual commands and refusals. Returns their identifiers. */
export async function contactSteps(course: Course): Promise<ContactIds> {
  const { exam, first, names } = course
  const { contacts, contactIds, dialect } = first.tld
  if (contacts === 'prohibited') {
    exam.skip('contacts', 'a domain of this extension has none')
    return {}
  }
  const ids = await createContacts(course, first)
  const [role] = rolesOf(first)
  const known = role && ids[role]
  if (role === undefined || known === undefined) return ids
  await exam.does('contact info', first, infoContact(known), { fault: sponsorFault(first.id) })
  if (contactIds === 'platform') {
    const same = orderOf(course, role, first)
    await exam.isRefused('contact create: it exists', first, dialect.contact(same, first.tld), [2302])
  }
  await exam.isRefused('contact info: unknown', first, infoContact('CERT-UNKNOWN'), [2303])
  const email = `new.${names.person.email}`
  if (await exam.does('contact update', first, updateContact({ id: known, email })))
    await exam.does('contact info after the update', first, infoContact(known), {
      fault: (answer) =>
        answer.outcome === 'done' && answer.data.email !== email ? 'the e-mail address has not changed' : undefined,
    })
  if (dialect.deletesContacts) await deleteSpare(course, role)
  else exam.skip('contact delete', 'the registry deletes contacts by itself')
  return ids
}

/** The roles of the dialect in which the registry takes a contact of the extension. */
function rolesOf({ tld }: Registrar): readonly ContactRole[] {
  return tld.dialect.contactRoles.filter((role) => tld.contactRoles.create.has(role))
}

/** Creates the contacts that a domain needs, one for each role where a contact has one role for ever. */
export async function createContacts(course: Course, registrar: Registrar): Promise<ContactIds> {
  const { hasTypedContacts } = registrar.tld.dialect
  const contactRoles = rolesOf(registrar)
  if (hasTypedContacts) {
    const ids: Partial<Record<ContactRole, string>> = {}
    for (const role of contactRoles) ids[role] = await create(course, registrar, role)
    return ids
  }
  const [first] = contactRoles
  const id = first && (await create(course, registrar, first))
  return id === undefined ? {} : Object.fromEntries(contactRoles.map((role) => [role, id]))
}

async function create(course: Course, registrar: Registrar, role: ContactRole): Promise<string | undefined> {
  const { exam, left } = course
  const { dialect, contactIds } = registrar.tld
  const order = orderOf(course, role, registrar)
  if (contactIds === 'platform')
    await exam.does('contact check', registrar, checkContact([order.id]), { fault: availabilityFault(order.id, true) })
  const name = `contact create${dialect.hasTypedContacts ? ` (${role})` : ''}`
  const answer = await exam.does(name, registrar, dialect.contact(order, registrar.tld))
  const id = answer && (answer.data?.id ?? order.id)
  if (id !== undefined) left.push({ registrar, kind: 'contact', id })
  return id
}

/** A contact that no domain uses can be deleted. */
async function deleteSpare(course: Course, role: ContactRole): Promise<void> {
  const { exam, first, names } = course
  const { dialect } = first.tld
  const spare = { ...course, names: { ...names, person: { ...names.person, name: 'Spare Person' } } }
  const order = orderOf(spare, role, first)
  const created = await exam.does('contact create (spare)', first, dialect.contact(order, first.tld))
  if (!created) return
  const id = created.data?.id ?? order.id
  await exam.does('contact delete', first, deleteContact(id))
  await exam.isRefused('contact info after the delete', first, infoContact(id), [2303])
}

/** Two registrars cannot create the same contact, so each has its own data. */
function orderOf({ names: { person } }: Course, role: ContactRole, { id, tld }: Registrar): ContactOrder {
  const snapshot = withFacts({ ...person, street: [...person.street.slice(0, 2), id] }, tld.dialect.facts)
  return { id: contactId(snapshot, role), snapshot, role }
}
