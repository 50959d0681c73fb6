import { element, type Markup } from '../../xml/write'

export const DKHM = 'urn:dkhm:params:xml:ns:dkhm-4.5'

/** An element of the registry, which stands alone in an extension. */
export function dkhm(local: string, attributes: Markup['attributes'], text: string): Markup {
  return element(`dkhm:${local}`, { 'xmlns:dkhm': DKHM, ...attributes }, text)
}
