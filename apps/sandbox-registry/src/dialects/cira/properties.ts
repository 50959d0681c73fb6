import { Refusal } from '../../model/result'
import { Fields, refuseValue, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { element, type Markup } from '../../xml/write'

export const FURY = 'urn:ietf:params:xml:ns:fury-2.1'
export const FURY_RGP = 'urn:ietf:params:xml:ns:fury-rgp-1.0'

/** The version of the registrant agreement that is in force. */
const AGREEMENT = '2.0'

/** The keys that a contact or a domain may have, each with its values. */
const values = {
  AGREEMENT_VERSION: [AGREEMENT],
  CPR: [
    ...['CCO', 'CCT', 'RES', 'GOV', 'EDU', 'ASS', 'HOP', 'PRT', 'TDM'],
    ...['TRD', 'PLT', 'LAM', 'TRS', 'ABO', 'INB', 'LGR', 'OMK', 'MAJ'],
  ],
  LANGUAGE: ['EN', 'FR'],
  PRIVACY: ['PRIVATE', 'PUBLIC'],
} as const
type Key = keyof typeof values

/** Reads the only list of properties below an element, each with one value, as far as an object may have their keys. */
export function readProperties(parent: Element, keys: readonly Key[]): ReadonlyMap<Key, string> {
  const fields = new Fields(parent)
  const list = fields.required('properties')
  fields.end()
  const found = new Map<Key, string>()
  for (const property of new Fields(list).repeated('property')) {
    const parts = new Fields(property)
    const keyField = parts.required('key')
    const valueField = parts.required('value')
    parts.end()
    const key = keys.find((each) => each === token(keyField, [1, 64]))
    if (key === undefined) throw refuseValue(keyField, 2306, 'the object has no such property')
    if (found.has(key)) throw refuseValue(keyField, 2306, 'the property is there twice')
    found.set(key, readValue(key, valueField))
  }
  if (found.size === 0) throw new Refusal(2003, 'the list of properties is empty')
  return found
}

function readValue(key: Key, field: Element): string {
  const isDefault = ['1', 'true'].includes(field.attributes.default ?? '0')
  const value = token(field, [0, 64], 'default')
  if (isDefault && value === '' && key === 'AGREEMENT_VERSION') return AGREEMENT
  if (!values[key].some((each) => each === value)) throw refuseValue(field, 2005, `${key} has no such value`)
  return value
}

/** Shows the properties of an object. */
export function writeProperties(shown: Readonly<Record<string, string>>): Markup {
  const list = Object.entries(shown).map(([key, value]) =>
    element('fury:property', {}, [element('fury:key', {}, key), element('fury:value', {}, value)]),
  )
  return element('fury:info', { 'xmlns:fury': FURY }, [element('fury:properties', {}, list)])
}
