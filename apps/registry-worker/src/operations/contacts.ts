import { createHash } from 'node:crypto'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { createContact } from '@nameyard/epp/contact/create'
import { randomCode } from '@nameyard/runtime/random-code'

/** RFC 5730 clIDType has at most 16 characters; 13 base 32 characters after the prefix are 65 bits. */
const MARK = 'NY-'
const DIGITS = 13
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Our identifier of a contact at a registry (RFC 5733 section 2.1), derived from the contact's data: the same person with
 * the same data is the same object, and changed data are a new object. A create that is repeated after a lost answer
 * finds its own first attempt.
 */
export function contactId(snapshot: ContactSnapshot): string {
  // Sorted by field name: rows and messages do not preserve the order of fields.
  const held = Object.entries(snapshot)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const hash = createHash('sha256').update(JSON.stringify(held)).digest()
  return MARK + [...hash.subarray(0, DIGITS)].map((byte) => alphabet[byte & 31]).join('')
}

/** Returns the create of a contact; an ASCII address is sent as `int`, any other as `loc` (RFC 5733 section 3.1.2). */
export function contactCommand(snapshot: ContactSnapshot): ReturnType<typeof createContact> {
  const { name, organization, street, city, stateOrProvince, postalCode, countryCode, voice, fax, email } = snapshot
  const { disclosure } = snapshot
  const isAscii = /^[\x20-\x7e]*$/.test([name, organization, ...street, city, stateOrProvince, postalCode].join(''))
  const type = isAscii ? 'int' : 'loc'
  return createContact({
    id: contactId(snapshot),
    postalInfo: [
      {
        type,
        name,
        org: organization,
        street,
        city,
        sp: stateOrProvince,
        pc: postalCode,
        cc: countryCode,
      },
    ],
    voice: { number: voice },
    fax: fax === undefined ? undefined : { number: fax },
    email,
    // We never transfer contacts, so this is not stored. Registries accept from 6 or 8 up to 16 characters.
    authInfo: { pw: randomCode(16) },
    ...(disclosure && {
      disclose: {
        flag: disclosure === 'show',
        name: [type],
        org: organization === undefined ? [] : [type],
        addr: [type],
        voice: true,
        fax: fax !== undefined,
        email: true,
      },
    }),
  })
}
