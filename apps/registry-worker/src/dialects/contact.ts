import { createHash } from 'node:crypto'
import type { ContactSnapshot, RegistrantFacts } from '@nameyard/contracts/registry/contact-snapshot'
import type { Command } from '@nameyard/epp/command'
import { createContact, type CreatedContact, type ContactToCreate } from '@nameyard/epp/contact/create'
import type { PostalInfo } from '@nameyard/epp/contact/postal-info'
import { randomCode } from '@nameyard/runtime/random-code'
import { inAscii } from './ascii'

/** A role of a contact of a domain. */
export type ContactRole = 'registrant' | 'admin' | 'billing' | 'tech'

/** A contact to create. */
export interface ContactOrder {
  /** Our identifier. Where the registry chooses, a dialect may send a placeholder instead. */
  readonly id: string
  readonly snapshot: ContactSnapshot
  /** The role it gets; of a person with several roles the first, unless each role has a contact of its own. */
  readonly role: ContactRole
}

/** The identifiers of a domain's contacts at the registry. */
export type ContactIds = Readonly<Partial<Record<ContactRole, string>>>

/** RFC 5730 clIDType has at most 16 characters; 13 base 32 characters after the prefix are 65 bits. */
const MARK = 'NY-'
const DIGITS = 13
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Our identifier of a contact at a registry (RFC 5733 section 2.1), derived from the contact's data, and from its type where
 * contacts have one: the same person with the same data is the same object, and changed data are a new object. A create
 * that is repeated after a lost answer finds its own first attempt.
 */
export function contactId(snapshot: ContactSnapshot, type?: string): string {
  const held = sorted(snapshot).filter(([, value]) => value !== undefined)
  const text = JSON.stringify(held, inOrder) + (type ?? '')
  const hash = createHash('sha256').update(text).digest()
  return MARK + [...hash.subarray(0, DIGITS)].map((byte) => alphabet[byte & 31]).join('')
}

/** Sorted by field name: rows and messages do not preserve the order of fields. */
function sorted(fields: object): [string, unknown][] {
  return Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))
}

function inOrder(_name: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(sorted(value))
    : value
}

/** A person with the facts that a registry gets: other facts do not make another contact. */
export function withFacts(person: ContactSnapshot, names: readonly (keyof RegistrantFacts)[]): ContactSnapshot {
  const { facts = {}, ...rest } = person
  const known = names.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]]))
  return known.length > 0 ? { ...rest, facts: Object.fromEntries(known) } : rest
}

/** The create of a contact (RFC 5733). */
export function contactToCreate(order: ContactOrder): Command<CreatedContact> {
  return createContact(rfcContact(order))
}

/** The fields of a contact; an ASCII address is `int` and any other `loc` (RFC 5733 section 3.1.2), unless the type is given. */
export function rfcContact(
  { id, snapshot }: Pick<ContactOrder, 'id' | 'snapshot'>,
  given?: PostalInfo['type'],
): ContactToCreate {
  const { name, organization, street, city, stateOrProvince, postalCode, countryCode, voice, fax, email } = snapshot
  const { disclosure } = snapshot
  const isAscii = /^[\x20-\x7e]*$/.test([name, organization, ...street, city, stateOrProvince, postalCode].join(''))
  const type = given ?? (isAscii ? 'int' : 'loc')
  return {
    id,
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
  }
}

/** The same with a local address and without disclosure, as registries of countries take contacts. */
export function localContact(order: Pick<ContactOrder, 'id' | 'snapshot'>): ContactToCreate {
  const { disclose: _, ...fields } = rfcContact(order, 'loc')
  return fields
}

/** The same with an ASCII address instead. */
export function internationalContact({ id, snapshot }: Pick<ContactOrder, 'id' | 'snapshot'>): ContactToCreate {
  const { disclose: _, ...fields } = rfcContact({ id, snapshot: inAscii(snapshot) }, 'int')
  return fields
}
