import { Refusal } from '../../model/result'
import { Fields, empty, normalizedString, refuseValue, token, unexpected } from '../../xml/fields'
import { CONTACT } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element } from '../../xml/write'
import { readAuthInfo } from '../auth-info'
import type { Answer, ObjectContext } from '../command'
import { insertContact, type ContactData, type Disclose, type PostalInfo } from './contact.store'

/** Creates a contact under the identifier the registrar chose (RFC 5733 section 3.2.1); 2302 when it is taken. */
export async function createContact(payload: Element, { db, registrar, now }: ObjectContext): Promise<Answer> {
  const contact = readContact(payload)
  if (!(await insertContact(db, contact, registrar, now))) {
    throw new Refusal(2302, 'the contact exists', { ns: CONTACT, local: 'id', text: contact.id })
  }
  return {
    code: 1000,
    resData: element('contact:creData', { 'xmlns:contact': CONTACT }, [
      element('contact:id', {}, contact.id),
      element('contact:crDate', {}, now.toISOString()),
    ]),
  }
}

function readContact(payload: Element): ContactData {
  const fields = new Fields(payload)
  const id = token(fields.required('id'), [3, 16])
  const postal = [fields.required('postalInfo'), ...fields.repeated('postalInfo', 1)]
  const voice = fields.optional('voice')
  const fax = fields.optional('fax')
  const email = fields.required('email')
  const authInfo = readAuthInfo(fields.required('authInfo'))
  const disclose = fields.optional('disclose')
  fields.end()

  const postalInfo = postal.map(readPostalInfo)
  if (postalInfo[0]?.type === postalInfo[1]?.type) {
    throw new Refusal(2005, `there are two <postalInfo> of type ${postalInfo[0]?.type}`)
  }
  return {
    id,
    postalInfo,
    voice: voice ? readPhone(voice) : null,
    voiceExtension: voice?.attributes.x ?? null,
    fax: fax ? readPhone(fax) : null,
    faxExtension: fax?.attributes.x ?? null,
    email: readEmail(email),
    disclose: disclose ? readDisclose(disclose) : null,
    authInfo: authInfo.pw === '' ? null : authInfo.pw,
  }
}

function readPostalInfo(parent: Element): PostalInfo {
  const fields = new Fields(parent, 'type')
  const { type } = parent.attributes
  if (type !== 'int' && type !== 'loc') throw unexpected(parent, 'the type of a <postalInfo> is int or loc')
  const name = fields.required('name')
  const org = fields.optional('org')
  const addr = new Fields(fields.required('addr'))
  fields.end()
  const street = addr.repeated('street', 3)
  const city = addr.required('city')
  const sp = addr.optional('sp')
  const pc = addr.optional('pc')
  const cc = addr.required('cc')
  addr.end()

  const line = (field: Element, min: number) => {
    const text = normalizedString(field, [min, 255])
    // RFC 5733 section 2.6: an internationalized address is in 7-bit ASCII.
    if (type === 'int' && !/^[\x20-\x7e]*$/.test(text)) throw refuseValue(field, 2005, 'type int is written in ASCII')
    return text
  }
  const country = token(cc, [2, 2])
  if (!/^[A-Z]{2}$/.test(country)) throw refuseValue(cc, 2005, 'a country is two capital letters (ISO 3166-1)')
  return {
    type,
    name: line(name, 1),
    org: org ? line(org, 0) : null,
    street: street.map((part) => line(part, 0)),
    city: line(city, 1),
    sp: sp ? line(sp, 0) : null,
    pc: pc ? token(pc, [0, 16]) : null,
    cc: country,
  }
}

function readPhone(field: Element): string {
  const number = token(field, [0, 17], 'x')
  if (!/^(\+[0-9]{1,3}\.[0-9]{1,14})?$/.test(number)) throw refuseValue(field, 2005, 'a number is written +CC.NUMBER')
  return number
}

function readEmail(field: Element): string {
  const email = token(field, [1, 320])
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw refuseValue(field, 2005, 'that is no mail address')
  return email
}

function readDisclose(parent: Element): Disclose {
  const fields = new Fields(parent, 'flag')
  const flag = parent.attributes.flag ?? ''
  if (!['0', '1', 'true', 'false'].includes(flag)) throw unexpected(parent, 'the flag of <disclose> is a boolean')
  const typed = ['name', 'org', 'addr'].flatMap((local) =>
    fields.repeated(local, 2).map((field) => {
      const { type } = field.attributes
      if (type !== 'int' && type !== 'loc') throw unexpected(field, `the type of <${local}> is int or loc`)
      return { local, type }
    }),
  )
  const plain = ['voice', 'fax', 'email'].flatMap((local) => {
    const field = fields.optional(local)
    if (field) empty(field)
    return field ? [{ local, type: null }] : []
  })
  fields.end()
  return { flag: flag === '1' || flag === 'true', elements: [...typed, ...plain] }
}
