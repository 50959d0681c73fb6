import { Refusal } from '../../model/result'
import { findOwnOfContacts } from '../../objects/own-data.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, refuseValue, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import { createAssigned, refuseAddress } from '../assigned-contact'
import type { DialectCommand } from '../dialect'
import { DNSBE } from './namespaces'

const types = ['licensee', 'billing', 'tech', 'onsite', 'accmgr']

/** Creates a contact of one type. The registry chooses its identifier, whatever the client sent. */
export async function createContact(command: DialectCommand): Promise<Answer> {
  const { request, context } = command
  const extension = context.extensions.get(DNSBE)
  if (!extension) throw new Refusal(2003, 'a contact needs its type and language, in the extension')
  const type = readType(extension)
  refuseContact(request.payload, type)
  return createAssigned(command, { type }, (number) => `c${number}`)
}

function readType(extension: Element): string {
  const outer = new Fields(extension)
  const middle = new Fields(outer.required('create'))
  outer.end()
  const fields = new Fields(middle.required('contact'))
  middle.end()
  const typeField = fields.required('type')
  const vat = fields.optional('vat')
  const lang = fields.required('lang')
  fields.end()
  if (vat) token(vat, [1, 20])
  if (!['fr', 'nl', 'en'].includes(token(lang, [2, 2]))) throw refuseValue(lang, 2005, 'that is not fr, nl or en')
  const type = token(typeField, [1, 20])
  if (!types.includes(type)) throw refuseValue(typeField, 2005, 'that is no type of a contact')
  return type
}

function refuseContact(payload: Element, type: string): void {
  const postal = refuseAddress(payload, 'loc')
  const [name] = childrenOf(postal, 'name')
  const [organization] = childrenOf(postal, 'org')
  if (name && name.text.trim().length > 50) throw refuseValue(name, 2005, 'a name has 50 characters at most')
  if (organization && organization.text.trim().length > 100)
    throw refuseValue(organization, 2005, 'an organization has 100 characters at most')
  if (childrenOf(payload, 'voice').length === 0) throw new Refusal(2003, 'a contact needs a <voice>')
  const hasOrganization = organization !== undefined && organization.text.trim() !== ''
  if (['billing', 'tech', 'accmgr'].includes(type) && !hasOrganization)
    throw new Refusal(2306, `a contact of the type ${type} has an organization`)
}

/** A contact of a domain, and the type that it must have. */
export interface TypedField {
  readonly field: Element
  readonly type: string
}

/** Refuses contacts that were created for another type (2306). */
export async function refuseOtherTypes(
  fields: readonly TypedField[],
  { db }: Pick<ObjectContext, 'db'>,
): Promise<void> {
  const id = ({ field }: TypedField) => field.text.trim()
  const own = await findOwnOfContacts(db, fields.map(id))
  for (const each of fields) {
    if (own.get(id(each))?.type !== each.type)
      throw refuseValue(each.field, 2306, `the contact is not of the type ${each.type}`)
  }
}

/** Refuses a domain without all its contacts (2306): one for billing, one to nine for technical matters. */
export function refuseIncomplete(count: (type: string) => number): void {
  if (count('admin') > 0) throw new Refusal(2306, 'a domain has no administrative contact')
  if (count('billing') !== 1) throw new Refusal(2306, 'a domain has one billing contact')
  if (count('tech') < 1 || count('tech') > 9) throw new Refusal(2306, 'a domain has one to nine technical contacts')
}
