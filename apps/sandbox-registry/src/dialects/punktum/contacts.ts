import { Refusal } from '../../model/result'
import { findContact, insertContact } from '../../objects/contact.store'
import { findOwnOfContacts, nextContactNumber, putOwnOfContact } from '../../objects/own-data.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { refuseValue, token } from '../../xml/fields'
import { childrenOf } from '../../xml/replace'
import { createAssigned, createOrFind, initialsOf, refuseAddress } from '../assigned-contact'
import type { DialectCommand } from '../dialect'
import { DKHM } from './form'

const kinds = ['company', 'public_organization', 'association', 'individual']

/** Creates a contact of a kind. With the identifier `auto`, one with the same data is answered instead of a second one. */
export async function createContact(command: DialectCommand): Promise<Answer> {
  const { request, context } = command
  const { payload } = request
  const given = context.extensions.get(DKHM)
  const [userType] = given ? childrenOf(given, 'userType') : []
  const [cvr] = given ? childrenOf(given, 'CVR') : []
  if (!userType) throw new Refusal(2003, 'the <userType> of the contact is missing')
  const kind = token(userType, [1, 30])
  if (!kinds.includes(kind)) throw refuseValue(userType, 2005, 'that is no kind of a contact')
  const [country] = childrenOf(childrenOf(childrenOf(payload, 'postalInfo')[0], 'addr')[0], 'cc')
  const isDanish = country?.text.trim() === 'DK'
  const [organization] = childrenOf(refuseAddress(payload, isDanish ? 'loc' : 'int'), 'org')
  if (kind === 'individual' && organization) throw refuseValue(organization, 2306, 'a person is no organization')
  if (kind !== 'individual' && isDanish && !cvr) throw new Refusal(2003, 'an organization in Denmark has a <CVR>')
  if (cvr && isDanish && !/^\d{8}$/.test(token(cvr, [1, 50]))) throw refuseValue(cvr, 2005, 'a CVR has eight digits')
  const own = { kind, cvr: cvr?.text.trim() }
  const [id] = childrenOf(payload, 'id')
  const idOf = (number: string) => `${initialsOf(payload, 2)}${number}-DK`
  switch (id?.text.trim()) {
    case 'auto':
      return (await createOrFind(command, own, idOf)).answer
    case 'force':
      return createAssigned(command, own, idOf)
    default:
      throw refuseValue(id ?? payload, 2306, 'the identifier is auto or force')
  }
}

/** Copies a contact for another registrar; returns the identifier of the copy. */
export async function cloneContact(id: string, { db, registrar, now }: ObjectContext): Promise<string> {
  const contact = await findContact(db, id)
  if (!contact) throw new Error(`there is no contact ${id}`)
  const copy = `${id.slice(0, 2)}${await nextContactNumber(db)}-DK`
  await insertContact(db, { ...contact, id: copy, authInfo: null }, registrar, now)
  const { print: _, ...own } = (await findOwnOfContacts(db, [id])).get(id) ?? {}
  await putOwnOfContact(db, copy, own)
  return copy
}
