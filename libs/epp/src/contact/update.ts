import { encodeAuthInfo, type AuthInfo } from '../auth-info'
import { noData, objectCommand, type Command } from '../command'
import { clID, listOf, tokenOf } from '../constraints'
import { CONTACT } from '../namespaces'
import type { ClientContactStatus } from '../status'
import { elementsOf, unlessEmpty } from '../xml'
import { encodeDisclose, type Disclose } from './disclose'
import { encodePhone, type Phone } from './phone'
import { encodePostalInfo, type PostalInfo } from './postal-info'

const contact = elementsOf(CONTACT)

/** The changes. */
export interface ContactChange {
  readonly id: string
  readonly addStatuses?: readonly ClientContactStatus[]
  readonly remStatuses?: readonly ClientContactStatus[]
  /** Each form with its new content: an absent organization is removed. */
  readonly postalInfo?: readonly PostalInfo[]
  /** Null removes the number. */
  readonly voice?: Phone | null | undefined
  readonly fax?: Phone | null | undefined
  readonly email?: string | undefined
  readonly authInfo?: AuthInfo | undefined
  readonly disclose?: Disclose | undefined
}

/** Changes a contact (RFC 5733 section 3.2.5). Other values stay. */
export function updateContact(change: ContactChange): Command<undefined> {
  const { id, addStatuses = [], remStatuses = [], postalInfo, voice, fax, email, authInfo, disclose } = change
  const statuses = (local: 'add' | 'rem', list: readonly string[]) =>
    unlessEmpty(
      contact(
        local,
        list.map((s) => contact('status', '', { s })),
      ),
    )
  const phone = (local: 'voice' | 'fax', value: Phone | null | undefined) =>
    value === null ? contact(local) : value && encodePhone(local, value)
  const payload = contact('update', [
    contact('id', clID('id', id)),
    statuses('add', addStatuses),
    statuses('rem', remStatuses),
    unlessEmpty(
      contact('chg', [
        ...(postalInfo ? listOf('postalInfo', postalInfo, 2) : []).map((each) => encodePostalInfo(each, 'whole')),
        phone('voice', voice),
        phone('fax', fax),
        email === undefined ? undefined : contact('email', tokenOf('email', 1, Infinity, email)),
        authInfo && encodeAuthInfo(CONTACT, authInfo),
        disclose && encodeDisclose(disclose),
      ]),
    ),
  ])
  return objectCommand('contact', 'update', payload, noData)
}
