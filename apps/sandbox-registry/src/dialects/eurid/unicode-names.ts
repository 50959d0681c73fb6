import { domainToASCII, domainToUnicode } from 'node:url'
import { refuseValue } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { replaceChildren } from '../../xml/replace'
import { element, type Markup } from '../../xml/write'
import { IDN } from './namespaces'

/** The command with its names in A-labels. Refuses names that are not in U-labels (2005). */
export function asciiNames(payload: Element): Element {
  return replaceChildren(payload, 'name', (field) => {
    const name = field.text.trim()
    if (/(^|\.)xn--/i.test(name)) throw refuseValue(field, 2005, 'names are written in their Unicode form')
    return { ...field, text: /^[\x20-\x7e]*$/.test(name) ? name : domainToASCII(name) }
  })
}

/** An answer with its names of domains in U-labels. */
export function unicodeNames({ name, attributes, content }: Markup): Markup {
  if (name === 'domain:name' && typeof content === 'string') return { name, attributes, content: unicode(content) }
  return { name, attributes, content: typeof content === 'string' ? content : content.map(unicodeNames) }
}

/** Both forms of internationalized names; undefined when there are none. */
export function mapNames(names: readonly string[]): Markup | undefined {
  const internationalized = names.filter((name) => unicode(name) !== name)
  if (internationalized.length === 0) return undefined
  return element(
    'idn:mapping',
    { 'xmlns:idn': IDN },
    internationalized.map((ace) =>
      element('idn:name', {}, [element('idn:ace', {}, ace), element('idn:unicode', {}, unicode(ace))]),
    ),
  )
}

function unicode(name: string): string {
  return name.includes('xn--') ? domainToUnicode(name) : name
}
