import { Refusal } from '../../model/result'
import { findContact, type Contact, type PostalInfo } from '../../objects/contact.store'
import { readAuthInfo } from '../../protocol/auth-info'
import type { Answer, ObjectContext } from '../../protocol/command'
import { objectStatuses } from '../../protocol/statuses'
import { Fields, token } from '../../xml/fields'
import { CONTACT } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element, optionalText, type Markup } from '../../xml/write'

/**
 * Shows a contact (RFC 5733 section 3.1.2) to its sponsor and to a client that sent the authInfo. Others are refused with
 * 2201, a wrong authInfo with 2202: the data are personal. Only the sponsor sees the authInfo.
 */
export async function infoContact(payload: Element, { db, registrar }: ObjectContext): Promise<Answer> {
  const fields = new Fields(payload)
  const id = token(fields.required('id'), [3, 16])
  const authInfo = fields.optional('authInfo')
  fields.end()
  const given = authInfo && readAuthInfo(authInfo)

  const contact = await findContact(db, id)
  if (!contact) throw new Refusal(2303, 'the contact does not exist', { ns: CONTACT, local: 'id', text: id })
  const isSponsor = contact.sponsor === registrar
  if (given) {
    const isRight = contact.authInfo === given.pw && (given.roid === undefined || given.roid === contact.roid)
    if (!isRight) throw new Refusal(2202)
  } else if (!isSponsor) throw new Refusal(2201, 'another registrar sponsors the contact')
  return { code: 1000, resData: writeContact(contact, isSponsor) }
}

function writeContact(contact: Contact, isSponsor: boolean): Markup {
  return element('contact:infData', { 'xmlns:contact': CONTACT }, [
    element('contact:id', {}, contact.id),
    element('contact:roid', {}, contact.roid),
    ...objectStatuses(contact).map((s) => element('contact:status', { s })),
    ...contact.postalInfo.map(writePostalInfo),
    contact.voice === null ? undefined : phone('contact:voice', contact.voice, contact.voiceExtension),
    contact.fax === null ? undefined : phone('contact:fax', contact.fax, contact.faxExtension),
    element('contact:email', {}, contact.email),
    element('contact:clID', {}, contact.sponsor),
    element('contact:crID', {}, contact.createdBy),
    element('contact:crDate', {}, contact.createdAt.toISOString()),
    optionalText('contact:upID', contact.updatedBy),
    optionalText('contact:upDate', contact.updatedAt?.toISOString()),
    isSponsor && contact.authInfo !== null
      ? element('contact:authInfo', {}, [element('contact:pw', {}, contact.authInfo)])
      : undefined,
    contact.disclose
      ? element(
          'contact:disclose',
          { flag: contact.disclose.flag ? '1' : '0' },
          contact.disclose.elements.map(({ local, type }) => element(`contact:${local}`, { type: type ?? undefined })),
        )
      : undefined,
  ])
}

function writePostalInfo(postal: PostalInfo): Markup {
  return element('contact:postalInfo', { type: postal.type }, [
    element('contact:name', {}, postal.name),
    optionalText('contact:org', postal.org),
    element('contact:addr', {}, [
      ...postal.street.map((line) => element('contact:street', {}, line)),
      element('contact:city', {}, postal.city),
      optionalText('contact:sp', postal.sp),
      optionalText('contact:pc', postal.pc),
      element('contact:cc', {}, postal.cc),
    ]),
  ])
}

function phone(name: string, number: string, extension: string | null): Markup {
  return element(name, { x: extension ?? undefined }, number)
}
