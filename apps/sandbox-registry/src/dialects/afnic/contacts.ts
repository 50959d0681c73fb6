import { Refusal } from '../../model/result'
import { findOwnOfContacts, putOwnOfContact, type OwnData } from '../../objects/own-data.store'
import { insertPollMessage } from '../../objects/poll-message.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { empty, Fields, refuseValue, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import { element, type Markup } from '../../xml/write'
import { createOrFind, initialsOf, refuseAddress, refuseForeign } from '../assigned-contact'
import type { DialectCommand } from '../dialect'
import { FRNIC, told } from './form'

/** Creates a contact of a person or legal entity. One with the same data is answered instead of a second one. */
export async function createContact(command: DialectCommand): Promise<Answer> {
  const { request, context } = command
  const extension = context.extensions.get(FRNIC)
  if (!extension) throw new Refusal(2003, 'a contact needs its identity, in the extension')
  const own = readIdentity(extension)
  const postal = refuseAddress(request.payload, 'loc')
  const [disclose] = childrenOf(request.payload, 'disclose')
  if (disclose) throw refuseValue(disclose, 2102, 'contacts have no disclosure')
  const [organization] = childrenOf(postal, 'org')
  if (own.kind === 'person' && organization) throw refuseValue(organization, 2306, 'a person is no organization')
  if (own.kind === 'entity' && !organization) throw new Refusal(2306, 'a legal entity has an organization')
  const letters = initialsOf(request.payload, 2)
  const { answer, isNew } = await createOrFind(command, own, (number) => `${letters}${number}-FRNIC`)
  const creData = element('frnic:creData', {}, [
    element('frnic:nhStatus', { new: isNew ? '1' : '0' }),
    element('frnic:idStatus', {}, 'no'),
  ])
  return { ...answer, extensions: [told(creData)] }
}

function readIdentity(extension: Element): OwnData & { readonly kind: 'person' | 'entity' } {
  const outer = new Fields(extension)
  const middle = new Fields(outer.required('create'))
  outer.end()
  const fields = new Fields(middle.required('contact'))
  middle.end()
  const list = fields.optional('list')
  const birth = fields.optional('individualInfos')
  const firstName = list || birth ? fields.required('firstName') : fields.optional('firstName')
  const entity = firstName ? undefined : fields.required('legalEntityInfos')
  const reachable = fields.optional('reachable')
  fields.end()
  if (list && token(list, [1, 64]) !== 'restrictedPublication')
    throw refuseValue(list, 2005, 'the list is restrictedPublication')
  const declared = reachable ? { reachable: readReachable(reachable) } : {}
  if (entity) return { kind: 'entity', ...declared, ...readEntity(entity) }
  token(firstName!, [1, 255])
  return { kind: 'person', ...declared, ...(birth && { birth: readBirth(birth) }) }
}

function readReachable(field: Element): string {
  const { media = '' } = field.attributes
  if (media !== 'email' && media !== 'voice') throw refuseValue(field, 2005, 'the media is email or voice')
  if (!['1', 'true'].includes(token(field, [1, 5], 'media'))) throw refuseValue(field, 2005, 'that is not declared')
  return media
}

function readBirth(field: Element): string {
  const fields = new Fields(field)
  const date = fields.required('birthDate')
  const city = fields.optional('birthCity')
  const postalCode = fields.optional('birthPc')
  const country = fields.required('birthCc')
  fields.end()
  for (const each of [city, postalCode]) if (each) token(each, [1, 255])
  const day = token(date, [10, 10])
  if (Number.isNaN(Date.parse(day))) throw refuseValue(date, 2005, 'that is not a day')
  if (!/^[A-Z]{2}$/.test(token(country, [2, 2]))) throw refuseValue(country, 2005, 'that is not a country')
  return day
}

function readEntity(field: Element): OwnData {
  const fields = new Fields(field)
  const status = fields.required('legalStatus')
  const siren = fields.optional('siren')
  const vat = fields.optional('VAT')
  fields.optional('trademark')
  const association = fields.optional('asso')
  fields.optional('DUNS')
  const local = fields.optional('local')
  fields.end()
  if (vat) token(vat, [1, 64])
  if (local) token(local, [1, 64])
  const { s: legalStatus = '' } = status.attributes
  empty({ ...status, attributes: {} })
  if (!['company', 'association', 'other'].includes(legalStatus))
    throw refuseValue(status, 2005, 'the legal status is company, association or other')
  if (siren && !/^\d{9}$/.test(token(siren, [1, 64]))) throw refuseValue(siren, 2005, 'a SIREN has nine digits')
  if (association && legalStatus !== 'association')
    throw refuseValue(association, 2306, 'only an association is in that register')
  return { legalStatus, ...(siren && { siren: token(siren, [9, 9]) }) }
}

/** Refuses contacts without an identity (2303). */
export function refuseUnidentified(fields: readonly Element[], context: Pick<ObjectContext, 'db'>): Promise<void> {
  return refuseForeign(fields, ({ kind }) => kind !== undefined, context)
}

/** Begins to check the identity of the holder of a domain, once for each contact, and tells the registrar. */
export async function qualify(holder: string, { db, registrar, now }: ObjectContext): Promise<void> {
  const own = (await findOwnOfContacts(db, [holder])).get(holder)
  if (!own || own.isQualified !== undefined) return
  await putOwnOfContact(db, holder, { ...own, isQualified: false })
  const contact = element('frnic:contact', {}, [
    element('frnic:id', {}, holder),
    element('frnic:qualificationProcess', { s: 'start' }),
    identityOf(own),
    element('frnic:reachability', {}, [element('frnic:reStatus', {}, own.reachable === undefined ? 'no' : 'ok')]),
  ])
  const extension = told(element('frnic:quaData', {}, [contact]))
  await insertPollMessage(db, { registrar, at: now, text: 'Qualification of a contact', extension })
}

function identityOf({ kind, legalStatus, siren }: OwnData): Markup | undefined {
  if (kind !== 'entity') return undefined
  return element('frnic:legalEntityInfos', {}, [
    element('frnic:idStatus', {}, 'pending'),
    element('frnic:legalStatus', { s: String(legalStatus) }),
    typeof siren === 'string' ? element('frnic:siren', {}, siren) : undefined,
  ])
}
