import { Refusal } from '../model/result'
import type { Element } from './read'

/**
 * Reads the children of an element in the order of its schema. Refuses a missing element with 2003; an unknown one, one
 * out of order or of another namespace with 2001.
 */
export class Fields {
  private next = 0

  constructor(
    private readonly parent: Element,
    ...attributes: string[]
  ) {
    onlyAttributes(parent, attributes)
    if (parent.text.trim() !== '') throw unexpected(parent, `<${parent.local}> holds text between its elements`)
  }

  optional(local: string): Element | undefined {
    const child = this.parent.children[this.next]
    if (!child || child.local !== local || child.ns !== this.parent.ns) return undefined
    this.next++
    return child
  }

  required(local: string): Element {
    const child = this.optional(local)
    if (child) return child
    const isElsewhere = this.parent.children.some((other) => other.local === local && other.ns === this.parent.ns)
    if (isElsewhere) throw unexpected(this.parent, `<${local}> is out of place in <${this.parent.local}>`)
    throw new Refusal(2003, `<${local}> is missing in <${this.parent.local}>`, {
      ns: this.parent.ns,
      local: this.parent.local,
      text: '',
    })
  }

  /** Returns all consecutive elements of that name, at most `max`. */
  repeated(local: string, max = Infinity): Element[] {
    const found: Element[] = []
    for (let child = this.optional(local); child; child = this.optional(local)) found.push(child)
    if (found.length > max) throw unexpected(this.parent, `<${local}> may stand at most ${max} times`)
    return found
  }

  /** Called last: refuses further children. */
  end(): void {
    const extra = this.parent.children[this.next]
    if (extra) throw unexpected(extra, `<${extra.local}> is not expected in <${this.parent.local}>`)
  }
}

/** Returns the only child of an element. */
export function onlyChild(parent: Element, ...attributes: string[]): Element {
  onlyAttributes(parent, attributes)
  const [child, second] = parent.children
  if (!child || second || parent.text.trim() !== '') {
    throw unexpected(parent, `<${parent.local}> holds exactly one element`)
  }
  return child
}

/** Text of XML Schema type `token`: white space is trimmed and collapsed. 2005 when the length is out of range. */
export function token(element: Element, [min, max]: readonly [number, number], ...attributes: string[]): string {
  return inRange(element, leafText(element, attributes).replace(/\s+/g, ' ').trim(), min, max)
}

/** Text of XML Schema type `normalizedString`: every white space character is a space. */
export function normalizedString(
  element: Element,
  [min, max]: readonly [number, number],
  ...attributes: string[]
): string {
  return inRange(element, leafText(element, attributes).replace(/\s/g, ' '), min, max)
}

/** A whole number: 2005 when it is not one, 2004 when it is out of range. */
export function wholeNumber(element: Element, [min, max]: readonly [number, number], ...attributes: string[]): number {
  const text = token(element, [1, 20], ...attributes)
  if (!/^\+?[0-9]+$/.test(text)) throw refuseValue(element, 2005, `<${element.local}> is a whole number`)
  const number = Number(text)
  if (number < min || number > max) throw refuseValue(element, 2004, `<${element.local}> is ${min} to ${max}`)
  return number
}

/** An element that must be empty. */
export function empty(element: Element): void {
  if (leafText(element, []).trim() !== '') throw unexpected(element, `<${element.local}> must be empty`)
}

/** Result codes that refuse a value. */
type ValueCode = 2002 | 2004 | 2005 | 2102 | 2106 | 2201 | 2303 | 2306

/** A refusal of a value. The answer repeats the value, unless it is a secret. */
export function refuseValue(element: Element, code: ValueCode, reason: string): Refusal {
  return new Refusal(code, reason, offender(element))
}

export function unexpected(element: Element, reason: string): Refusal {
  return new Refusal(2001, reason, offender(element))
}

function offender(element: Element) {
  const isSecret = ['pw', 'newPW', 'allocationToken'].includes(element.local)
  const text = isSecret || element.children.length > 0 ? '' : element.text.trim()
  return { ns: element.ns, local: element.local, text }
}

function leafText(element: Element, attributes: readonly string[]): string {
  onlyAttributes(element, attributes)
  const [child] = element.children
  if (child) throw unexpected(child, `<${element.local}> holds text only`)
  return element.text
}

function inRange(element: Element, text: string, min: number, max: number): string {
  if (text.length < min || text.length > max) {
    throw refuseValue(element, 2005, `<${element.local}> takes ${min} to ${max} characters`)
  }
  return text
}

/** Refuses attributes that the schema does not have. */
export function onlyAttributes(element: Element, allowed: readonly string[]): void {
  const unknown = Object.keys(element.attributes).find((name) => !allowed.includes(name))
  if (unknown) throw unexpected(element, `attribute ${unknown} is not expected on <${element.local}>`)
}
