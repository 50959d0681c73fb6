import { dataOf } from '../answer'
import { decodeAuthInfo, encodeAuthInfo, type AuthInfo } from '../auth-info'
import { objectCommand, type Command } from '../command'
import { clID } from '../constraints'
import { attribute } from '../element-reader'
import { CONTACT } from '../namespaces'
import { decodeSponsorship, type Sponsorship } from '../sponsorship'
import type { ContactStatus } from '../status'
import { elementsOf } from '../xml'
import { decodeDisclose, type Disclose } from './disclose'
import { decodePhone, type Phone } from './phone'
import { decodePostalInfo, type PostalInfo } from './postal-info'

const contact = elementsOf(CONTACT)

/** A contact object at the registry. */
export interface RegisteredContact extends Sponsorship {
  readonly id: string
  readonly roid: string
  readonly statuses: readonly ContactStatus[]
  /** One or both of the forms `int` and `loc`. */
  readonly postalInfo: readonly PostalInfo[]
  readonly voice: Phone | undefined
  readonly fax: Phone | undefined
  readonly email: string | undefined
  readonly authInfo: AuthInfo | undefined
  readonly disclose: Disclose | undefined
}

/** Reads a contact (RFC 5733 section 3.1.2). */
export function infoContact(id: string, authInfo?: AuthInfo): Command<RegisteredContact> {
  const payload = contact('info', [contact('id', clID('id', id)), authInfo && encodeAuthInfo(CONTACT, authInfo)])
  return objectCommand('contact', 'info', payload, (answer) => {
    const infData = dataOf(answer, CONTACT, 'infData')
    const disclose = infData.find('disclose')
    return {
      id: infData.token('id'),
      roid: infData.token('roid'),
      statuses: infData.all('status').map((status) => attribute(status, 's')),
      postalInfo: infData.all('postalInfo').map(decodePostalInfo),
      voice: decodePhone(infData.find('voice')),
      fax: decodePhone(infData.find('fax')),
      email: infData.optionalToken('email'),
      ...decodeSponsorship(infData),
      authInfo: decodeAuthInfo(infData),
      disclose: disclose && decodeDisclose(disclose),
    }
  })
}
