import { Refusal } from '../../model/result'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, refuseValue, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import { createAssigned, initialsOf, refuseAddress, refuseForeign } from '../assigned-contact'
import type { DialectCommand } from '../dialect'
import { CONTACT_EXT } from './namespaces'

/** The numbers of each type of a contact. */
const identities: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  organization: { organizationNumber: /^\d{9}$/, localIdentity: /^.{1,64}$/ },
  person: { nationalIdentityNumber: /^\d{11}$/, anonymousPersonIdentifier: /^N\.PRI\.\d+$/ },
  role: {},
}

/** The last letter of an identifier says the type. */
const letters: Readonly<Record<string, string>> = { organization: 'O', person: 'P', role: 'R' }

/** Creates a contact of a type, with its number. The registry chooses the identifier; the client leaves it to it. */
export async function createContact(command: DialectCommand): Promise<Answer> {
  const { request, context } = command
  const extension = context.extensions.get(CONTACT_EXT)
  if (!extension) throw new Refusal(2003, 'a contact needs its type, in the extension of contacts')
  const own = readExtension(extension)
  const [id] = childrenOf(request.payload, 'id')
  if (id?.text.trim() !== 'auto') throw refuseValue(id ?? request.payload, 2306, 'the identifier is auto')
  const [organization] = childrenOf(refuseAddress(request.payload, 'loc'), 'org')
  if (organization) throw refuseValue(organization, 2306, 'the name of an organization is its <name>')
  const initials = initialsOf(request.payload, 2)
  return createAssigned(command, own, (number) => `${initials}${number}${letters[own.type]}-NORID`)
}

function readExtension(extension: Element): { readonly type: string; readonly isIdentified: boolean } {
  const fields = new Fields(extension)
  const typeField = fields.required('type')
  const identity = fields.optional('identity')
  fields.optional('mobilePhone')
  fields.repeated('email')
  fields.end()
  const type = token(typeField, [1, 20])
  const forms = identities[type]
  if (!forms) throw refuseValue(typeField, 2005, 'that is no type of a contact')
  if (!identity) return { type, isIdentified: false }
  const form = forms[identity.attributes.type ?? '']
  if (!form) throw refuseValue(identity, 2306, `a contact of the type ${type} has no such number`)
  if (!form.test(token(identity, [1, 64], 'type'))) throw refuseValue(identity, 2005, 'that is no such number')
  return { type, isIdentified: true }
}

/** Refuses a registrant without a number, and other contacts that are no roles (2303). */
export async function refuseUnfit(
  registrants: readonly Element[],
  contacts: readonly Element[],
  context: Pick<ObjectContext, 'db'>,
): Promise<void> {
  await refuseForeign(registrants, ({ isIdentified }) => isIdentified === true, context)
  await refuseForeign(contacts, ({ type }) => type === 'role', context)
}
