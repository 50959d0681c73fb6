import { decodeAvailability, type Availability } from '../availability'
import { objectCommand, type Command } from '../command'
import { clID, listOf } from '../constraints'
import { CONTACT } from '../namespaces'
import { elementsOf } from '../xml'

const contact = elementsOf(CONTACT)

/** Checks which contact identifiers can be created (RFC 5733 section 3.1.1). */
export function checkContact(ids: readonly string[]): Command<Availability[]> {
  const payload = contact(
    'check',
    listOf('id', ids).map((id) => contact('id', clID('id', id))),
  )
  return objectCommand('contact', 'check', payload, (answer) => decodeAvailability(answer, CONTACT, 'id'))
}
