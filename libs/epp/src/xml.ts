import { SaxesParser } from 'saxes'
import { MAX_FRAME_OCTETS } from './frame'
import { prefixOf } from './namespaces'

/**
 * Deepest nesting read. The deepest known legal frame (a signed mark inside a launch create) has fourteen levels. Deeper
 * documents attack the stack of recursive code.
 */
export const MAX_XML_DEPTH = 64

/** The document is not the plain, namespaced UTF-8 XML of EPP, or a value cannot be written as XML. */
export class XmlError extends Error {
  override readonly name = 'XmlError'
}

/**
 * An element with its namespace and name. Prefixes are dropped: two documents that differ only in prefixes are equal.
 * Attributes are those without a namespace: EPP defines no others. `text` has the element's own characters.
 */
export interface XmlElement {
  readonly ns: string
  readonly local: string
  readonly attrs: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

/** The content of an element to write; undefined children are left out. */
export type Content = string | readonly (XmlElement | undefined)[]

/**
 * Returns the builder of elements of one namespace: `domain('name', 'example.com')`.
 * Attributes and children that are undefined are left out.
 */
export function elementsOf(ns: string) {
  return (
    local: string,
    content: Content = '',
    attrs: Readonly<Record<string, string | undefined>> = {},
  ): XmlElement => ({
    ns,
    local,
    attrs: Object.fromEntries(Object.entries(attrs).filter((pair): pair is [string, string] => pair[1] !== undefined)),
    children: typeof content === 'string' ? [] : content.filter((child) => child !== undefined),
    text: typeof content === 'string' ? content : '',
  })
}

/**
 * Returns the container, or undefined when it would be empty. Registries refuse an empty `add`, `rem`, `chg` or `ns`, and
 * so does the schema for most of them.
 */
export function unlessEmpty(container: XmlElement): XmlElement | undefined {
  return container.children.length > 0 || container.text !== '' ? container : undefined
}

/** Prints a document, indented as in the RFCs. Throws XmlError for characters that XML 1.0 does not allow. */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n${write(root, new Map(), '')}`
}

/** `declared` has the namespace that each prefix stands for. */
function write(element: XmlElement, declared: ReadonlyMap<string, string>, indent: string): string {
  const prefix = prefixOf(element.ns)
  if (prefix === undefined) throw new XmlError(`no prefix can be made of the namespace ${element.ns}`)
  const name = prefix === '' ? element.local : `${prefix}:${element.local}`
  let tag = name
  let scope = declared
  if (declared.get(prefix) !== element.ns) {
    scope = new Map([...declared, [prefix, element.ns]])
    tag += ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${element.ns}"`
  }
  for (const [attribute, value] of Object.entries(element.attrs)) tag += ` ${attribute}="${escapeXml(value)}"`
  if (element.children.length > 0) {
    const children = element.children.map((child) => write(child, scope, `${indent}  `)).join('')
    return `${indent}<${tag}>\n${children}${indent}</${name}>\n`
  }
  return element.text === '' ? `${indent}<${tag}/>\n` : `${indent}<${tag}>${escapeXml(element.text)}</${name}>\n`
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

// The characters XML 1.0 allows (section 2.2); \p{Cs} matches lone surrogates.
// eslint-disable-next-line no-control-regex
const notXmlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u

function escapeXml(text: string): string {
  if (notXmlCharacter.test(text)) throw new XmlError('the text has a character that XML does not allow')
  return text.replace(/[&<>"\t\n\r]/g, (character) => escapes[character] as string)
}

/**
 * Reads one document. Refuses with XmlError what EPP does not need and attacks use: document type declarations, entities
 * beyond the five predefined ones, processing instructions, encodings other than UTF-8 (RFC 5730 section 5), more than
 * MAX_FRAME_OCTETS, more than MAX_XML_DEPTH levels.
 */
export function parseXml(document: string | Buffer): XmlElement {
  const octets = typeof document === 'string' ? Buffer.byteLength(document) : document.length
  if (octets > MAX_FRAME_OCTETS) throw new XmlError(`a document of ${octets} octets is above the limit`)
  try {
    return parse(typeof document === 'string' ? document : new TextDecoder('utf-8', { fatal: true }).decode(document))
  } catch (cause) {
    if (cause instanceof XmlError) throw cause
    throw new XmlError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

type OpenElement = XmlElement & { readonly children: XmlElement[]; text: string }

function parse(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true })
  const open: OpenElement[] = []
  let root: XmlElement | undefined

  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding))
      throw new XmlError(`the encoding is ${encoding}, not UTF-8`)
  })
  parser.on('doctype', () => {
    throw new XmlError('the document has a document type declaration')
  })
  parser.on('processinginstruction', () => {
    throw new XmlError('the document has a processing instruction')
  })
  parser.on('opentag', (tag) => {
    if (open.length === MAX_XML_DEPTH) throw new XmlError(`the document is deeper than ${MAX_XML_DEPTH} levels`)
    const attrs = Object.create(null) as Record<string, string>
    for (const attribute of Object.values(tag.attributes)) {
      if (attribute.uri === '' && attribute.name !== 'xmlns') attrs[attribute.local] = attribute.value
    }
    const element: OpenElement = { ns: tag.uri, local: tag.local, attrs, children: [], text: '' }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  const addText = (characters: string) => {
    const element = open.at(-1)
    if (element) element.text += characters
  }
  parser.on('text', addText)
  parser.on('cdata', addText)

  parser.write(text).close()
  if (!root) throw new XmlError('the document is empty')
  return root
}
