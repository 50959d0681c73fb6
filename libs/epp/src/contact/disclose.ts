import { attribute, boolean, ElementReader } from '../element-reader'
import { CONTACT } from '../namespaces'
import { elementsOf, type XmlElement } from '../xml'
import type { PostalForm } from './postal-info'

const contact = elementsOf(CONTACT)

/** The elements that are disclosed or withheld contrary to the registry's policy (RFC 5733 section 2.9). */
export interface Disclose {
  /** True: disclose the listed elements. False: withhold them. */
  readonly flag: boolean
  readonly name?: readonly PostalForm[]
  readonly org?: readonly PostalForm[]
  readonly addr?: readonly PostalForm[]
  readonly voice?: boolean
  readonly fax?: boolean
  readonly email?: boolean
}

const perForm = ['name', 'org', 'addr'] as const
const single = ['voice', 'fax', 'email'] as const

export function encodeDisclose(disclose: Disclose): XmlElement {
  return contact(
    'disclose',
    [
      ...perForm.flatMap((local) => (disclose[local] ?? []).map((type) => contact(local, '', { type }))),
      ...single.map((local) => (disclose[local] ? contact(local) : undefined)),
    ],
    { flag: disclose.flag ? '1' : '0' },
  )
}

export function decodeDisclose(element: XmlElement): Disclose {
  const reader = new ElementReader(element)
  const forms = (local: string) =>
    reader.all(local).map((child): PostalForm => (attribute(child, 'type') === 'loc' ? 'loc' : 'int'))
  return {
    flag: boolean(element, 'flag'),
    name: forms('name'),
    org: forms('org'),
    addr: forms('addr'),
    voice: reader.find('voice') !== undefined,
    fax: reader.find('fax') !== undefined,
    email: reader.find('email') !== undefined,
  }
}
