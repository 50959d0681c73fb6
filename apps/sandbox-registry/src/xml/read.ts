import { SaxesParser } from 'saxes'

/** One element of a message, its name resolved to a namespace. The client's prefix is ignored. */
export interface Element {
  readonly ns: string
  readonly local: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  /** All character data directly inside the element, as sent. */
  readonly text: string
}

/** The message is not acceptable XML: not UTF-8, not well-formed, nested too deeply, or with a document type. */
export class MalformedXml extends Error {
  override readonly name = 'MalformedXml'
}

/** EPP's own structures end at depth 8, signed marks at about 20. */
const MAX_DEPTH = 64

interface OpenElement {
  ns: string
  local: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/**
 * Reads one EPP instance (RFC 5730 section 2). Refuses document types, and so every entity but the five of XML itself: EPP
 * does not need them, and parsers are usually attacked through them. Throws MalformedXml.
 */
export function readXml(bytes: Buffer): Element {
  const text = decodeUtf8(bytes)
  const parser = new SaxesParser({ xmlns: true })
  const open: OpenElement[] = []
  let root: Element | undefined
  parser.on('error', (error) => {
    throw new MalformedXml(error.message)
  })
  parser.on('doctype', () => {
    throw new MalformedXml('a document type is not accepted')
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && encoding.toUpperCase() !== 'UTF-8') throw new MalformedXml('only UTF-8 is read')
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (open.length === MAX_DEPTH) throw new MalformedXml('elements are nested too deeply')
    const plain = Object.create(null) as Record<string, string>
    for (const attribute of Object.values(attributes)) {
      if (attribute.uri === '') plain[attribute.local] = attribute.value
    }
    open.push({ ns: uri, local, attributes: plain, children: [], text: '' })
  })
  const addText = (data: string) => {
    const current = open.at(-1)
    if (current) current.text += data
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const closed = open.pop()
    const parent = open.at(-1)
    if (closed && parent) parent.children.push(closed)
    else root = closed
  })
  parser.write(text).close()
  if (!root) throw new MalformedXml('there is no element')
  return root
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new MalformedXml('the message is not UTF-8')
  }
}
