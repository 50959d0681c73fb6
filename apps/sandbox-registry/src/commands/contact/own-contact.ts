import { Refusal } from '../../model/result'
import { CONTACT } from '../../xml/namespaces'
import type { ObjectContext } from '../command'
import { holdContact, type Contact } from './contact.store'

/** Holds a contact of the registrar; 2303 when there is none, 2201 when another registrar sponsors it. */
export async function holdOwnContact(
  id: string,
  { db, registrar }: Pick<ObjectContext, 'db' | 'registrar'>,
): Promise<Contact> {
  const offender = { ns: CONTACT, local: 'id', text: id }
  const contact = await holdContact(db, id)
  if (!contact) throw new Refusal(2303, 'the contact does not exist', offender)
  if (contact.sponsor !== registrar) throw new Refusal(2201, 'another registrar sponsors the contact', offender)
  return contact
}
