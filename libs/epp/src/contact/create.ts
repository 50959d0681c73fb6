import { dataOf } from '../answer'
import { encodeAuthInfo, type AuthInfo } from '../auth-info'
import { objectCommand, type Command } from '../command'
import { clID, listOf, tokenOf } from '../constraints'
import { CONTACT } from '../namespaces'
import { elementsOf } from '../xml'
import { encodeDisclose, type Disclose } from './disclose'
import { encodePhone, type Phone } from './phone'
import { encodePostalInfo, type PostalInfo } from './postal-info'

const contact = elementsOf(CONTACT)

export interface ContactToCreate {
  /** Chosen by us, 3 to 16 characters, so that a repeated create is recognizable. */
  readonly id: string
  /** One form, or both `int` and `loc`. */
  readonly postalInfo: readonly PostalInfo[]
  readonly voice?: Phone | undefined
  readonly fax?: Phone | undefined
  readonly email: string
  readonly authInfo: AuthInfo
  readonly disclose?: Disclose | undefined
}

export interface CreatedContact {
  readonly id: string
  readonly crDate: Date
}

/** Creates a contact (RFC 5733 section 3.2.1). */
export function createContact(person: ContactToCreate): Command<CreatedContact> {
  const payload = contact('create', [
    contact('id', clID('id', person.id)),
    ...listOf('postalInfo', person.postalInfo, 2).map((each) => encodePostalInfo(each)),
    person.voice && encodePhone('voice', person.voice),
    person.fax && encodePhone('fax', person.fax),
    contact('email', tokenOf('email', 1, Infinity, person.email)),
    encodeAuthInfo(CONTACT, person.authInfo),
    person.disclose && encodeDisclose(person.disclose),
  ])
  return objectCommand('contact', 'create', payload, (answer) => {
    const creData = dataOf(answer, CONTACT, 'creData')
    return { id: creData.token('id'), crDate: creData.date('crDate') }
  })
}
