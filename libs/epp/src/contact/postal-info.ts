import { InvalidValue, lineOf, listOf, tokenOf } from '../constraints'
import { attribute, ElementReader, token } from '../element-reader'
import { CONTACT } from '../namespaces'
import { elementsOf, type XmlElement } from '../xml'

const contact = elementsOf(CONTACT)

/** `int` is the form in ASCII, `loc` the one in the contact's own script (RFC 5733 section 3.1.2). */
export type PostalForm = 'int' | 'loc'

/** Name and postal address of a contact. */
export interface PostalInfo {
  readonly type: PostalForm
  readonly name: string
  readonly org?: string | undefined
  /** Up to three lines. */
  readonly street: readonly string[]
  readonly city: string
  /** State or province. */
  readonly sp?: string | undefined
  /** Postal code. */
  readonly pc?: string | undefined
  /** ISO 3166-1 alpha-2 country code. */
  readonly cc: string
}

/**
 * `whole` also writes an empty organization: in a change, a missing one would stay unchanged (RFC 5733 section 3.2.5).
 */
export function encodePostalInfo(
  { type, name, org, street, city, sp, pc, cc }: PostalInfo,
  extent: 'as given' | 'whole' = 'as given',
): XmlElement {
  const line = (local: string, value: string) => contact(local, lineOf(local, 1, 255, value))
  if (type === 'int' && /[^\x20-\x7e]/.test([name, org, ...street, city, sp, pc].join('')))
    throw new InvalidValue('postalInfo', 'of type int must be ASCII')
  return contact(
    'postalInfo',
    [
      line('name', name),
      org ? line('org', org) : extent === 'whole' ? contact('org') : undefined,
      contact('addr', [
        ...(street.length > 0 ? listOf('street', street, 3) : []).map((part) => line('street', part)),
        line('city', city),
        sp ? line('sp', sp) : undefined,
        pc ? contact('pc', tokenOf('pc', 1, 16, pc)) : undefined,
        contact('cc', tokenOf('cc', 2, 2, cc)),
      ]),
    ],
    { type },
  )
}

/** Empty elements of the answer are absent in the value. */
export function decodePostalInfo(element: XmlElement): PostalInfo {
  const postalInfo = new ElementReader(element)
  const addr = new ElementReader(postalInfo.get('addr'))
  return {
    type: attribute(element, 'type') === 'loc' ? 'loc' : 'int',
    name: token(postalInfo.get('name')),
    org: postalInfo.optionalToken('org'),
    street: addr.tokens('street').filter((part) => part !== ''),
    city: token(addr.get('city')),
    sp: addr.optionalToken('sp'),
    pc: addr.optionalToken('pc'),
    cc: token(addr.get('cc')),
  }
}
