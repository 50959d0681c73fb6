import { isAscii } from 'node:buffer'
import type { Call } from '@nameyard/contracts/operation'

/**
 * The wire format of requests and answers. Several requests to one service share a message, and so do answers to one
 * caller, whichever messages their requests arrived in. A sequence number of the caller pairs them.
 *
 * A message of requests is a JSON array of `[sequence, operation id, call, input]`. A message of answers is one line of
 * JSON, a flat array of `sequence, kind, length of data, length of warnings` for each answer, followed by the texts one
 * after the other. So the edge cuts an answer's JSON out as text, without parsing it. Lengths are UTF-16 code units of
 * the decoded message.
 *
 * A large answer is alone in its message: the edge passes its bytes on without decoding them.
 */
export type Request = readonly [sequence: number, operation: string, call: Call, input: unknown]

export const answerKind = { result: 0, refusal: 1, replayed: 2 } as const
export type AnswerKind = (typeof answerKind)[keyof typeof answerKind]

/** JSON text, as a string or in UTF-8. */
export type Json = string | Buffer

export interface Answer {
  readonly sequence: number
  readonly kind: AnswerKind
  /** JSON text of the result, new or replayed, or of `{name, details, faults}`. */
  readonly data: Json
  /** JSON text of the array of warnings; empty without warnings. */
  readonly warnings: string
}

export function encodeRequest(request: Request): string {
  return JSON.stringify(request)
}

export function encodeRequests(requests: readonly string[]): Buffer {
  return Buffer.from(`[${requests.join(',')}]`)
}

export function decodeRequests(content: Buffer): readonly Request[] {
  return JSON.parse(content.toString()) as readonly Request[]
}

/** Bytes from which an answer is large: decoding, cutting and encoding it again take longer than a message of its own. */
const LARGE = 16_384

/** The messages that carry answers to one caller. */
export function encodeAnswers(answers: readonly Answer[]): Buffer[] {
  const small = answers.filter(({ data }) => data.length < LARGE)
  const large = answers.filter(({ data }) => data.length >= LARGE)
  return [...(small.length > 0 ? [encodeTogether(small)] : []), ...large.map(encodeAlone)]
}

function encodeTogether(answers: readonly Answer[]): Buffer {
  const header: number[] = []
  let texts = ''
  for (const { sequence, kind, data: given, warnings } of answers) {
    const data = given.toString()
    header.push(sequence, kind, data.length, warnings.length)
    texts += data + warnings
  }
  return Buffer.from(`${JSON.stringify(header)}\n${texts}`)
}

function encodeAlone(answer: Answer): Buffer {
  const { sequence, kind, data, warnings } = answer
  if (typeof data === 'string') return encodeTogether([answer])
  const units = isAscii(data) ? data.length : data.toString().length
  const header = `${JSON.stringify([sequence, kind, units, warnings.length])}\n`
  return Buffer.concat([Buffer.from(header), data, Buffer.from(warnings)])
}

const NEW_LINE = 0x0a

export function decodeAnswers(content: Buffer): Answer[] {
  const end = content.indexOf(NEW_LINE)
  const header = JSON.parse(content.toString('latin1', 0, end)) as number[]
  if (content.length - end > LARGE && header.length === 4) {
    const [sequence, kind, , warningsLength] = header as [number, AnswerKind, number, number]
    if (warningsLength === 0) return [{ sequence, kind, data: content.subarray(end + 1), warnings: '' }]
  }
  const text = content.toString('utf8', end + 1)
  const answers: Answer[] = []
  let position = 0
  for (let i = 0; i < header.length; i += 4) {
    const [sequence, kind, dataLength, warningsLength] = header.slice(i, i + 4) as [number, AnswerKind, number, number]
    const split = position + dataLength
    const data = text.slice(position, split)
    position = split + warningsLength
    answers.push({ sequence, kind, data, warnings: text.slice(split, position) })
  }
  return answers
}
