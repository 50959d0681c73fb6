import { Refusal } from '../../model/result'
import { Fields, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import type { Answer, ObjectContext } from '../command'
import { refuseForbidden } from '../statuses'
import { eraseContact } from './contact.store'
import { holdOwnContact } from './own-contact'

/** Deletes a contact (RFC 5733 section 3.2.2); 2305 while a domain has it. */
export async function deleteContact(payload: Element, context: ObjectContext): Promise<Answer> {
  const fields = new Fields(payload)
  const id = token(fields.required('id'), [3, 16])
  fields.end()
  const contact = await holdOwnContact(id, context)
  refuseForbidden(contact.setStatuses, 'Delete', [])
  if (contact.isLinked) throw new Refusal(2305, 'a domain has the contact')
  await eraseContact(context.db, id)
  return { code: 1000 }
}
