import { InvalidValue } from '../../constraints'
import { ElementReader, ProtocolError, token } from '../../element-reader'
import { elementsOf, type XmlElement } from '../../xml'

/** A fee (RFC 8748 section 3.4). */
export interface Fee {
  /** A decimal text such as `10.00`, in the currency beside it. Not a number: numbers cannot represent every decimal. */
  readonly amount: string
  readonly description: string | undefined
  /** Whether a delete in the grace period refunds it; absent when the registry does not state it. */
  readonly refundable: boolean | undefined
  /** The grace period, as an XML duration: `P5D`. */
  readonly gracePeriod: string | undefined
  readonly applied: 'immediate' | 'delayed'
}

/** A credit of the registry, as a decimal of zero or less (RFC 8748 section 3.4). */
export interface Credit {
  readonly amount: string
  readonly description: string | undefined
}

/** `version` is the namespace of fees that the session uses. */
export function encodeFee(amount: string, version: string): XmlElement {
  if (!/^\d+(\.\d+)?$/.test(amount)) throw new InvalidValue('fee', 'must be a decimal of zero or more')
  return elementsOf(version)('fee', amount)
}

export function encodeCurrency(currency: string, version: string): XmlElement {
  if (!/^[A-Z]{3}$/.test(currency)) throw new InvalidValue('currency', 'must be three letters of ISO 4217')
  return elementsOf(version)('currency', currency)
}

export function decodeFees(reader: ElementReader): Fee[] {
  return reader.all('fee').map((element) => ({
    amount: decimal(element),
    description: element.attrs.description,
    refundable: element.attrs.refundable === undefined ? undefined : /^(1|true)$/.test(element.attrs.refundable),
    gracePeriod: element.attrs['grace-period'],
    applied: element.attrs.applied === 'delayed' ? 'delayed' : 'immediate',
  }))
}

export function decodeCredits(reader: ElementReader): Credit[] {
  return reader.all('credit').map((element) => ({ amount: decimal(element), description: element.attrs.description }))
}

export function optionalDecimal(reader: ElementReader, local: string): string | undefined {
  const element = reader.find(local)
  return element && decimal(element)
}

function decimal(element: XmlElement): string {
  const text = token(element)
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)) throw new ProtocolError(`<${element.local}> is not a decimal`)
  return text
}
