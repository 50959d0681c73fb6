import { noData, objectCommand, type Command } from '../command'
import { clID } from '../constraints'
import { CONTACT } from '../namespaces'
import { elementsOf } from '../xml'

const contact = elementsOf(CONTACT)

/** Deletes a contact (RFC 5733 section 3.2.2). Refused with 2305 while an object refers to it. */
export function deleteContact(id: string): Command<undefined> {
  return objectCommand('contact', 'delete', contact('delete', [contact('id', clID('id', id))]), noData)
}
