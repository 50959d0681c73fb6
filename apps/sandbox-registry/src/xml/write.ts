/** An element to print. Its name has the prefix; the element that introduces a namespace declares it as an attribute. */
export interface Markup {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | undefined>>
  readonly content: string | readonly Markup[]
}

/** Builds an element. Attributes and children that are undefined are left out. */
export function element(
  name: string,
  attributes: Markup['attributes'] = {},
  content: string | readonly (Markup | undefined)[] = [],
): Markup {
  return {
    name,
    attributes,
    content: typeof content === 'string' ? content : content.filter((child) => child !== undefined),
  }
}

/** The namespace that an element declares; undefined when its document does. */
export function namespaceOf({ attributes }: Markup): string | undefined {
  return Object.entries(attributes).find(([name]) => name.startsWith('xmlns'))?.[1]
}

/** An element with text; undefined when there is no text. */
export function optionalText(
  name: string,
  text: string | null | undefined,
  attributes: Markup['attributes'] = {},
): Markup | undefined {
  return text === null || text === undefined ? undefined : element(name, attributes, text)
}

/** A whole document, indented, so that transcripts are readable. */
export function writeXml(root: Markup): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n${print(root, '')}`
}

function print({ name, attributes, content }: Markup, indent: string): string {
  let tag = `${indent}<${name}`
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) tag += ` ${key}="${escape(value)}"`
  }
  if (content.length === 0) return `${tag}/>\n`
  if (typeof content === 'string') return `${tag}>${escape(content)}</${name}>\n`
  return `${tag}>\n${content.map((child) => print(child, `${indent}  `)).join('')}${indent}</${name}>\n`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

function escape(text: string): string {
  return text.replace(/[&<>"\r]/g, (character) => escapes[character] ?? character)
}
