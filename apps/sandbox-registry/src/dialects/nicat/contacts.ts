import { Refusal } from '../../model/result'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, refuseValue, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import { createAssigned, initialsOf, refuseAddress, refuseForeign } from '../assigned-contact'
import type { DialectCommand } from '../dialect'
import { CONTACT_EXT } from './namespaces'

const types = ['privateperson', 'organisation', 'role']

/** Creates a contact of a type. The registry chooses the identifier; the client leaves it to it. */
export async function createContact(command: DialectCommand): Promise<Answer> {
  const { request, context } = command
  const extension = context.extensions.get(CONTACT_EXT)
  if (!extension) throw new Refusal(2003, 'a contact needs its type, in the extension of contacts')
  const fields = new Fields(extension)
  const typeField = fields.required('type')
  fields.end()
  const type = token(typeField, [1, 20])
  if (!types.includes(type)) throw refuseValue(typeField, 2005, 'that is no type of a contact')
  const [id] = childrenOf(request.payload, 'id')
  if (id?.text.trim() !== 'auto') throw refuseValue(id ?? request.payload, 2306, 'the identifier is auto')
  const [organization] = childrenOf(refuseAddress(request.payload, 'int'), 'org')
  if (type === 'privateperson' && organization) throw refuseValue(organization, 2306, 'a person is no organization')
  const letters = initialsOf(request.payload, 2)
  return createAssigned(command, { type }, (number) => `${letters}${number}-NICAT`)
}

/** Refuses contacts without a type (2303). */
export function refuseUntyped(fields: readonly Element[], context: Pick<ObjectContext, 'db'>): Promise<void> {
  return refuseForeign(fields, ({ type }) => type !== undefined, context)
}
