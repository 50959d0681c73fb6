import { Refusal } from '../../model/result'
import { putOwnOfContact } from '../../objects/own-data.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, refuseValue, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import { refuseAddress, refuseForeign } from '../assigned-contact'
import type { DialectCommand } from '../dialect'
import { EXT_CON } from './namespaces'

/** Creates a contact, with what the registry asks of registrants when it is there. */
export async function createContact({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const extension = context.extensions.get(EXT_CON)
  if (!extension) throw new Refusal(2003, 'the consent for publishing is missing')
  const fields = new Fields(extension)
  const consent = fields.required('consentForPublishing')
  const registrant = fields.optional('registrant')
  fields.end()
  if (!['true', 'false', '1', '0'].includes(token(consent, [1, 5])))
    throw refuseValue(consent, 2005, 'the consent is a boolean')
  const postal = refuseAddress(request.payload, 'loc')
  const entityType = registrant && readRegistrant(registrant)
  const [organization] = childrenOf(postal, 'org')
  if (entityType === '1' && organization) throw refuseValue(organization, 2306, 'a natural person is no organization')
  const answer = await proceed()
  await putOwnOfContact(context.db, request.objects[0] ?? '', { entityType: entityType ?? null })
  return answer
}

function readRegistrant(registrant: Element): string {
  const fields = new Fields(registrant)
  const nationality = fields.required('nationalityCode')
  const entityType = fields.required('entityType')
  const regCode = fields.required('regCode')
  fields.end()
  if (!/^[A-Z]{2}$/.test(token(nationality, [2, 2]))) throw refuseValue(nationality, 2005, 'that is no nationality')
  if (!/^[1-7]$/.test(token(entityType, [1, 1]))) throw refuseValue(entityType, 2005, 'a kind is 1 to 7')
  token(regCode, [1, 50])
  return token(entityType, [1, 1])
}

/** Refuses contacts without the consent, and registrants without nationality, kind and code (2303). */
export async function refuseUnfit(
  registrants: readonly Element[],
  contacts: readonly Element[],
  context: Pick<ObjectContext, 'db'>,
): Promise<void> {
  await refuseForeign(registrants, ({ entityType }) => typeof entityType === 'string', context)
  await refuseForeign(contacts, ({ entityType }) => entityType !== undefined, context)
}
