import { Refusal } from '../../model/result'
import { deleteContactRow } from '../../objects/contact.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { refuseForbidden } from '../../protocol/statuses'
import { Fields, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { lockOwnContact } from './own-contact'

/** Deletes a contact (RFC 5733 section 3.2.2); 2305 while a domain uses it. */
export async function deleteContact(payload: Element, context: ObjectContext): Promise<Answer> {
  const fields = new Fields(payload)
  const id = token(fields.required('id'), [3, 16])
  fields.end()
  const contact = await lockOwnContact(id, context)
  refuseForbidden(contact.setStatuses, 'Delete', [])
  if (contact.isLinked) throw new Refusal(2305, 'a domain uses the contact')
  await deleteContactRow(context.db, id)
  return { code: 1000 }
}
