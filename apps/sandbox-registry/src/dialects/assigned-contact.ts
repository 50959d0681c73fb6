import { createHash } from 'node:crypto'
import { Refusal } from '../model/result'
import {
  findOwnOfContacts,
  findSameContact,
  nextContactNumber,
  putOwnOfContact,
  type OwnData,
} from '../objects/own-data.store'
import type { Answer, ObjectContext } from '../protocol/command'
import { refuseValue } from '../xml/fields'
import { CONTACT } from '../xml/namespaces'
import type { Element } from '../xml/read'
import { childrenOf, replaceChildren } from '../xml/replace'
import { element } from '../xml/write'
import type { DialectCommand } from './dialect'

/** Creates a contact under an identifier that the registry chooses, whatever the client sent. Keeps its own data. */
export async function createAssigned(
  { request, context, proceed }: DialectCommand,
  own: OwnData,
  idOf: (number: string) => string,
): Promise<Answer> {
  const id = idOf(await nextContactNumber(context.db))
  const answer = await proceed({ payload: replaceChildren(request.payload, 'id', (field) => ({ ...field, text: id })) })
  await putOwnOfContact(context.db, id, own)
  return answer
}

/** The same; a contact of the registrar with equal data is answered instead of a new one. Returns which of both it was. */
export async function createOrFind(
  command: DialectCommand,
  own: OwnData,
  idOf: (number: string) => string,
): Promise<{ readonly answer: Answer; readonly isNew: boolean }> {
  const { request, context } = command
  const { db, registrar, now } = context
  // The identifier and the code of the client are no data of the person.
  const data = request.payload.children.filter(({ local }) => local !== 'id' && local !== 'authInfo')
  const print = createHash('sha256')
    .update(JSON.stringify([data, own]))
    .digest('base64url')
  const id = await findSameContact(db, registrar, print)
  if (id === undefined) return { answer: await createAssigned(command, { ...own, print }, idOf), isNew: true }
  const resData = element('contact:creData', { 'xmlns:contact': CONTACT }, [
    element('contact:id', {}, id),
    element('contact:crDate', {}, now.toISOString()),
  ])
  return { answer: { code: 1000, resData }, isNew: false }
}

/** Refuses contacts that were not created in the form of the registry (2303). */
export async function refuseForeign(
  fields: readonly Element[],
  isOwn: (own: OwnData) => boolean,
  { db }: Pick<ObjectContext, 'db'>,
): Promise<void> {
  const id = (field: Element) => field.text.trim()
  const own = await findOwnOfContacts(db, fields.map(id))
  for (const field of fields) {
    const known = own.get(id(field))
    if (!known || !isOwn(known)) throw refuseValue(field, 2303, 'the registry has no contact of that identifier')
  }
}

/** Refuses a contact with another address than one of that type. */
export function refuseAddress(payload: Element, type: 'int' | 'loc'): Element {
  const [postal, second] = childrenOf(payload, 'postalInfo')
  if (postal?.attributes.type !== type || second) throw new Refusal(2306, `a contact has one address, of type ${type}`)
  return postal
}

/** The first letters of the name, for identifiers. */
export function initialsOf(payload: Element, count: number): string {
  const [name] = childrenOf(childrenOf(payload, 'postalInfo')[0], 'name')
  const letters = (name?.text ?? '').toUpperCase().replace(/[^A-Z]/g, '')
  return `${letters}XXX`.slice(0, count)
}
