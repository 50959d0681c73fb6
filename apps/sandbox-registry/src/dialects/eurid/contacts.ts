import { Refusal } from '../../model/result'
import { findOwnOfContacts } from '../../objects/own-data.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, refuseValue, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import { createAssigned, refuseAddress } from '../assigned-contact'
import type { DialectCommand } from '../dialect'
import { refuseIneligible } from './eligibility'
import { CONTACT_EXT } from './namespaces'

const types = ['registrant', 'billing', 'tech', 'onsite', 'reseller']

/** Creates a contact of one type. The registry chooses its identifier, whatever the client sent. */
export async function createContact(command: DialectCommand): Promise<Answer> {
  const { request, context } = command
  const extension = context.extensions.get(CONTACT_EXT)
  if (!extension) throw new Refusal(2003, 'a contact needs its type, in the extension of contacts')
  const own = readExtension(extension)
  refuseContact(request.payload, own)
  return createAssigned(command, own, (number) => `c${number}`)
}

function readExtension(extension: Element) {
  const fields = new Fields(extension)
  const typeField = fields.required('type')
  const vat = fields.optional('vat')
  const lang = fields.required('lang')
  const whoisEmail = fields.optional('whoisEmail')
  const naturalPerson = fields.required('naturalPerson')
  const citizenship = fields.optional('countryOfCitizenship')
  fields.end()
  const type = token(typeField, [1, 50])
  if (!types.includes(type)) throw refuseValue(typeField, 2306, 'that is no type of a contact')
  if (!/^[a-z]{2}$/.test(token(lang, [2, 2]))) throw refuseValue(lang, 2005, 'that is not a language')
  if (vat) token(vat, [0, 20])
  if (whoisEmail) token(whoisEmail, [0, 255])
  const isPerson = token(naturalPerson, [1, 5])
  if (!/^(true|false|1|0)$/.test(isPerson)) throw refuseValue(naturalPerson, 2005, 'that is not a boolean')
  return {
    type,
    isPerson: /^(true|1)$/.test(isPerson),
    ...(citizenship && { citizenship: token(citizenship, [2, 2]) }),
  }
}

function refuseContact(
  payload: Element,
  own: { readonly type: string; readonly isPerson: boolean; readonly citizenship?: string },
): void {
  const postal = refuseAddress(payload, 'loc')
  const [organization] = childrenOf(postal, 'org')
  const [addr] = childrenOf(postal, 'addr')
  const [cc] = childrenOf(addr, 'cc')
  const [authInfo] = childrenOf(payload, 'authInfo')
  if (authInfo?.children.some(({ text }) => text !== '')) throw new Refusal(2306, 'contacts have no authInfo')
  const hasOrganization = organization !== undefined && organization.text.trim() !== ''
  if (own.isPerson && hasOrganization) throw new Refusal(2306, 'a natural person is no organization')
  if (own.type === 'billing' && (!hasOrganization || childrenOf(payload, 'fax').length === 0))
    throw new Refusal(2306, 'a billing contact has an organization and a fax')
  if (own.type === 'registrant')
    refuseIneligible({ country: cc?.text.trim() ?? '', isPerson: own.isPerson, citizenship: own.citizenship })
}

/** Contacts of a domain, as elements: a registrant, and others with their type. */
export interface NamedContacts {
  readonly registrant: Element | undefined
  readonly contacts: readonly Element[]
}

/** Refuses contacts that were created for another type (2306). */
export async function refuseOtherTypes(
  { registrant, contacts }: NamedContacts,
  { db }: Pick<ObjectContext, 'db'>,
): Promise<void> {
  const named = [
    ...(registrant ? [{ field: registrant, type: 'registrant' }] : []),
    ...contacts.map((field) => ({ field, type: field.attributes.type ?? '' })),
  ]
  const id = (field: Element) => field.text.trim()
  const own = await findOwnOfContacts(
    db,
    named.map(({ field }) => id(field)),
  )
  for (const { field, type } of named) {
    const known = own.get(id(field))
    if (known && known.type !== type) throw refuseValue(field, 2306, `the contact is not of the type ${type}`)
  }
}

/** Refuses a domain that does not have all its contacts (2306): one for billing, one to nine for technical matters. */
export function refuseIncomplete(contacts: readonly Element[]): void {
  const count = (type: string) => contacts.filter(({ attributes }) => attributes.type === type).length
  if (count('admin') > 0) throw new Refusal(2306, 'a domain has no administrative contact')
  if (count('billing') !== 1) throw new Refusal(2306, 'a domain has one billing contact')
  if (count('tech') < 1 || count('tech') > 9) throw new Refusal(2306, 'a domain has one to nine technical contacts')
}
