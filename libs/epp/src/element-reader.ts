import type { XmlElement } from './xml'

/** The document is well-formed XML but lacks what EPP requires. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}

/**
 * Reads the children of one element by namespace and name, never by position: registries differ in order and add elements
 * of their own. Throws ProtocolError when a required element is missing.
 */
export class ElementReader {
  constructor(
    readonly element: XmlElement,
    private readonly ns = element.ns,
  ) {}

  /** All children of that name, in document order. */
  all(local: string): XmlElement[] {
    return this.element.children.filter((child) => child.local === local && child.ns === this.ns)
  }

  find(local: string): XmlElement | undefined {
    return this.element.children.find((child) => child.local === local && child.ns === this.ns)
  }

  get(local: string): XmlElement {
    const child = this.find(local)
    if (!child) throw new ProtocolError(`<${this.element.local}> has no <${local}>`)
    return child
  }

  /** The child's value as xs:token, which must not be empty. */
  token(local: string): string {
    const value = token(this.get(local))
    if (value === '') throw new ProtocolError(`<${local}> in <${this.element.local}> is empty`)
    return value
  }

  /** `token`, or undefined for an absent or empty child. */
  optionalToken(local: string): string | undefined {
    const child = this.find(local)
    return child && (token(child) || undefined)
  }

  tokens(local: string): string[] {
    return this.all(local).map(token)
  }

  date(local: string): Date {
    return dateTime(this.get(local))
  }

  optionalDate(local: string): Date | undefined {
    const child = this.find(local)
    return child && dateTime(child)
  }
}

/** An element's characters with white space collapsed: almost every EPP value is an xs:token. */
export function token(element: XmlElement): string {
  return element.text.replace(/[\t\n\r ]+/g, ' ').trim()
}

/** All characters in and below an element, collapsed; for mixed content such as a poll message. */
export function deepText(element: XmlElement): string {
  return [token(element), ...element.children.map(deepText)].filter((part) => part !== '').join(' ')
}

/** An attribute the schema requires. */
export function attribute(element: XmlElement, name: string): string {
  const value = element.attrs[name]
  if (value === undefined) throw new ProtocolError(`<${element.local}> has no attribute ${name}`)
  return value.trim()
}

/** xs:boolean has four spellings. */
export function boolean(element: XmlElement, name: string): boolean {
  const value = attribute(element, name)
  if (value === '1' || value === 'true') return true
  if (value === '0' || value === 'false') return false
  throw new ProtocolError(`${name}="${value}" is not a boolean`)
}

const dateTimeForm = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}(?:\.\d+)?)(Z|[+-]\d{2}:\d{2})?)?$/

/** Dates are UTC (RFC 5731 section 2.4). Without `Z` or a time of day, registries mean UTC and midnight. */
function dateTime(element: XmlElement): Date {
  const [, day, time = '00:00:00', zone = 'Z'] = dateTimeForm.exec(token(element)) ?? []
  const date = new Date(`${day}T${time}${zone}`)
  if (Number.isNaN(date.getTime())) throw new ProtocolError(`<${element.local}> is not a date`)
  return date
}
