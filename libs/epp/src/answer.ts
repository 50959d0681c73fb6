import { attribute, deepText, ElementReader, ProtocolError, token } from './element-reader'
import { CONTACT, DOMAIN, EPP, HOST, MAINTENANCE } from './namespaces'
import { MASK, redact, secretElements } from './redact'
import { isResultCode, type ResultCode } from './result-code'
import { parseXml, type XmlElement } from './xml'

/** An offending element in a refusal (RFC 5730 section 2.6). Secrets are masked. */
export interface OffendingValue {
  /** Name of the element, without prefix; absent when the server sent only text. */
  readonly element: string | undefined
  readonly text: string
  /** The server's explanation, from `extValue/reason`. */
  readonly reason: string | undefined
}

export interface Result {
  readonly code: ResultCode
  readonly msg: string
  readonly values: readonly OffendingValue[]
}

/** State of the registrar's message queue (RFC 5730 section 2.6); only answers to poll have the message itself. */
export interface MessageQueue {
  readonly count: number
  readonly id: string
  readonly qDate: Date | undefined
  readonly msg: string | undefined
}

/** A response before the data of its command is read. */
export interface Answer {
  /** At least one; several only when the command was refused. */
  readonly results: readonly [Result, ...Result[]]
  readonly msgQ: MessageQueue | undefined
  /** With what the server answers in other places because the login did not name its namespace (RFC 9038). */
  readonly resData: readonly XmlElement[]
  readonly extension: readonly XmlElement[]
  /** The clTRID that the server echoed, if it did. */
  readonly clTRID: string | undefined
  readonly svTRID: string
  /** The document received, secrets masked. */
  readonly frame: string
}

/**
 * Reads a response without the data of its command. Throws XmlError for invalid XML, ProtocolError for a document that is
 * not an EPP response or has a code unknown to RFC 5730.
 */
export function decodeAnswer(document: string | Buffer): Answer {
  const response = new ElementReader(instanceOf(document, 'response'))
  const [first, ...others] = response.all('result').map(decodeResult)
  if (!first) throw new ProtocolError('the response has no result')
  const trID = new ElementReader(response.get('trID'))
  const msgQ = response.find('msgQ')
  const unhandled = unhandledIn(response)
  return {
    results: [first, ...others],
    msgQ: msgQ && decodeMessageQueue(msgQ),
    resData: [...(response.find('resData')?.children ?? []), ...unhandled.filter(isObjectData)],
    extension: [
      ...(response.find('extension')?.children ?? []),
      ...unhandled.filter((element) => !isObjectData(element)),
    ],
    clTRID: trID.optionalToken('clTRID'),
    svTRID: trID.token('svTRID'),
    frame: redact(document.toString()),
  }
}

/**
 * Returns the text of a refusal: the server's own reasons, then the general message of the code (RFC 5730 section 2.6). A
 * value without a reason is included, unless it is in `known`.
 */
export function textOf({ results: [{ msg, values }] }: Pick<Answer, 'results'>, known: readonly string[] = []): string {
  const reasons = values.map(({ reason, text }) => reason ?? (known.includes(text) ? '' : text))
  const said = [...new Set(reasons)]
    .filter((each) => each !== '' && each !== msg)
    .map((each) => each.replace(/\.$/, ''))
  return said.length > 0 ? `${said.join('; ')} (${msg})` : msg
}

/** Returns the greeting or response inside `epp`. */
export function instanceOf(document: string | Buffer, kind: 'greeting' | 'response'): XmlElement {
  const root = parseXml(document)
  if (root.ns !== EPP || root.local !== 'epp') throw new ProtocolError('the document is not EPP 1.0')
  return new ElementReader(root).get(kind)
}

/** Returns the element of that namespace and name in `resData`. Throws ProtocolError without it. */
export function dataOf(answer: Answer, ns: string, local: string): ElementReader {
  const element = answer.resData.find((child) => child.ns === ns && child.local === local)
  if (!element) throw new ProtocolError(`the response has no <${local}>`)
  return new ElementReader(element)
}

/** Returns the element of that namespace and name in `extension`, if the server added it. */
export function extensionOf(answer: Answer, ns: string, local: string): ElementReader | undefined {
  const element = answer.extension.find((child) => child.ns === ns && child.local === local)
  return element && new ElementReader(element)
}

const NOT_IN_LOGIN = /^(\S+) not in login services\.?$/i

/**
 * What the server answers in namespaces that the login did not name, beside its result (RFC 9038 section 3). It means the
 * same as in its own place, where it is read.
 */
function unhandledIn(response: ElementReader): XmlElement[] {
  return response
    .all('result')
    .flatMap((result) => new ElementReader(result).all('extValue'))
    .flatMap((pair) => {
      const fields = new ElementReader(pair)
      const namespace = NOT_IN_LOGIN.exec(fields.optionalToken('reason') ?? '')?.[1]
      const [element] = fields.find('value')?.children ?? []
      return element && element.ns === namespace ? [element] : []
    })
}

const objects: ReadonlySet<string> = new Set([DOMAIN, CONTACT, HOST, MAINTENANCE])

function isObjectData({ ns }: XmlElement): boolean {
  return objects.has(ns)
}

function decodeResult(element: XmlElement): Result {
  const reader = new ElementReader(element)
  const code = Number(attribute(element, 'code'))
  if (!isResultCode(code)) throw new ProtocolError(`the result code ${attribute(element, 'code')} is not known`)
  return {
    code,
    msg: token(reader.get('msg')),
    values: [
      ...reader.all('value').map((value) => offending(value, undefined)),
      ...reader.all('extValue').map((pair) => {
        const fields = new ElementReader(pair)
        return offending(fields.get('value'), fields.optionalToken('reason'))
      }),
    ],
  }
}

function offending(value: XmlElement, reason: string | undefined): OffendingValue {
  const [element] = value.children
  return { element: element?.local, text: maskedText(value), reason }
}

function maskedText(element: XmlElement): string {
  if (secretElements.has(element.local)) return MASK
  return [token(element), ...element.children.map(maskedText)].filter((part) => part !== '').join(' ')
}

function decodeMessageQueue(element: XmlElement): MessageQueue {
  const reader = new ElementReader(element)
  const count = Number(attribute(element, 'count'))
  if (!Number.isSafeInteger(count) || count < 0) throw new ProtocolError('the message queue has no legal count')
  const msg = reader.find('msg')
  return { count, id: attribute(element, 'id'), qDate: reader.optionalDate('qDate'), msg: msg && deepText(msg) }
}
