import { InvalidValue, tokenOf } from '../constraints'
import { token } from '../element-reader'
import { CONTACT } from '../namespaces'
import { elementsOf, type XmlElement } from '../xml'

/** A telephone or fax number (RFC 5733 section 2.5): `+CC.NUMBER`, and an extension. */
export interface Phone {
  readonly number: string
  readonly x?: string | undefined
}

export function encodePhone(local: 'voice' | 'fax', { number, x }: Phone): XmlElement {
  if (!/^\+[0-9]{1,3}\.[0-9]{1,14}$/.test(number) || number.length > 17)
    throw new InvalidValue(local, 'must be written +CC.NUMBER')
  return elementsOf(CONTACT)(local, number, { x: x === undefined ? undefined : tokenOf('x', 1, 255, x) })
}

export function decodePhone(element: XmlElement | undefined): Phone | undefined {
  if (!element || token(element) === '') return undefined
  const number = token(element)
  return element.attrs.x === undefined ? { number } : { number, x: element.attrs.x }
}
