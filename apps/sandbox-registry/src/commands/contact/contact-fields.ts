import type { Disclose, PostalInfo } from '../../objects/contact.store'
import { Fields, empty, normalizedString, refuseValue, token, unexpected } from '../../xml/fields'
import type { Element } from '../../xml/read'

type Address = Pick<PostalInfo, 'street' | 'city' | 'sp' | 'pc' | 'cc'>

/** The changed parts of a postal address; undefined leaves a part unchanged. */
export interface PostalChange {
  readonly type: 'int' | 'loc'
  readonly name: string | undefined
  readonly org: string | undefined
  readonly addr: Address | undefined
}

/** Reads a postal address (RFC 5733 section 2.6); type `int` must be ASCII. */
export function readPostalInfo(parent: Element): PostalInfo {
  const fields = new Fields(parent, 'type')
  const type = readType(parent)
  const name = fields.required('name')
  const org = fields.optional('org')
  const addr = fields.required('addr')
  fields.end()
  return {
    type,
    name: readLine(name, type, 1),
    org: org ? readLine(org, type, 0) : null,
    ...readAddress(addr, type),
  }
}

/** Reads a postal address in an update, which may have only some parts (RFC 5733 `chgPostalInfoType`). */
export function readPostalChange(parent: Element): PostalChange {
  const fields = new Fields(parent, 'type')
  const type = readType(parent)
  const name = fields.optional('name')
  const org = fields.optional('org')
  const addr = fields.optional('addr')
  fields.end()
  return {
    type,
    name: name && readLine(name, type, 1),
    org: org && readLine(org, type, 0),
    addr: addr && readAddress(addr, type),
  }
}

function readType(parent: Element): PostalInfo['type'] {
  const { type } = parent.attributes
  if (type !== 'int' && type !== 'loc') throw unexpected(parent, 'the type of a <postalInfo> is int or loc')
  return type
}

function readAddress(parent: Element, type: PostalInfo['type']): Address {
  const fields = new Fields(parent)
  const street = fields.repeated('street', 3)
  const city = fields.required('city')
  const sp = fields.optional('sp')
  const pc = fields.optional('pc')
  const cc = fields.required('cc')
  fields.end()
  const country = token(cc, [2, 2])
  if (!/^[A-Z]{2}$/.test(country)) throw refuseValue(cc, 2005, 'a country is two capital letters (ISO 3166-1)')
  return {
    street: street.map((part) => readLine(part, type, 0)),
    city: readLine(city, type, 1),
    sp: sp ? readLine(sp, type, 0) : null,
    pc: pc ? token(pc, [0, 16]) : null,
    cc: country,
  }
}

function readLine(field: Element, type: PostalInfo['type'], min: number): string {
  const text = normalizedString(field, [min, 255])
  // RFC 5733 section 2.6: an internationalized address is in 7-bit ASCII.
  if (type === 'int' && !/^[\x20-\x7e]*$/.test(text)) throw refuseValue(field, 2005, 'type int is written in ASCII')
  return text
}

/** Reads a telephone number in E.164 form (RFC 5733 section 2.5); it may be empty. */
export function readPhone(field: Element): string {
  const number = token(field, [0, 17], 'x')
  if (!/^(\+[0-9]{1,3}\.[0-9]{1,14})?$/.test(number)) throw refuseValue(field, 2005, 'a number is written +CC.NUMBER')
  return number
}

export function readEmail(field: Element): string {
  const email = token(field, [1, 320])
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw refuseValue(field, 2005, 'that is not an email address')
  return email
}

/** Reads which data to disclose or withhold (RFC 5733 section 2.9). */
export function readDisclose(parent: Element): Disclose {
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
