import { Refusal } from '../../model/result'
import { lockContact, type Contact } from '../../objects/contact.store'
import type { ObjectContext } from '../../protocol/command'
import { CONTACT } from '../../xml/namespaces'

/** Locks a contact of the registrar; 2303 when it does not exist, 2201 when another registrar sponsors it. */
export async function lockOwnContact(
  id: string,
  { db, registrar }: Pick<ObjectContext, 'db' | 'registrar'>,
): Promise<Contact> {
  const offender = { ns: CONTACT, local: 'id', text: id }
  const contact = await lockContact(db, id)
  if (!contact) throw new Refusal(2303, 'the contact does not exist', offender)
  if (contact.sponsor !== registrar) throw new Refusal(2201, 'another registrar sponsors the contact', offender)
  return contact
}
