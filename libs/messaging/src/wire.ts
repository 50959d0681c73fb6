import type { Call } from '@nameyard/contracts/operation'

/**
 * The wire format of requests and answers. Several requests to one service share a message, and so do answers to one
 * caller, whichever messages their requests arrived in. A sequence number of the caller pairs them.
 *
 * A message of requests is a JSON array of `[sequence, operation id, call, input]`. A message of answers is one line of
 * JSON, a flat array of `sequence, kind, length of data, length of warnings` for each answer, followed by the texts one
 * after the other. So the edge cuts an answer's JSON out as text, without parsing it. Lengths are UTF-16 code units of
 * the decoded message.
 */
export type Request = readonly [sequence: number, operation: string, call: Call, input: unknown]

export const answerKind = { result: 0, refusal: 1, replayed: 2 } as const
export type AnswerKind = (typeof answerKind)[keyof typeof answerKind]

export interface Answer {
  readonly sequence: number
  readonly kind: AnswerKind
  /** JSON text of the result, new or replayed, or of `{name, details, faults}`. */
  readonly data: string
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

export function encodeAnswers(answers: readonly Answer[]): Buffer {
  const header: number[] = []
  let texts = ''
  for (const { sequence, kind, data, warnings } of answers) {
    header.push(sequence, kind, data.length, warnings.length)
    texts += data + warnings
  }
  return Buffer.from(`${JSON.stringify(header)}\n${texts}`)
}

export function decodeAnswers(content: Buffer): Answer[] {
  const text = content.toString()
  const end = text.indexOf('\n')
  const header = JSON.parse(text.slice(0, end)) as number[]
  const answers: Answer[] = []
  let position = end + 1
  for (let i = 0; i < header.length; i += 4) {
    const [sequence, kind, dataLength, warningsLength] = header.slice(i, i + 4) as [number, AnswerKind, number, number]
    const split = position + dataLength
    const data = text.slice(position, split)
    position = split + warningsLength
    answers.push({ sequence, kind, data, warnings: text.slice(split, position) })
  }
  return answers
}
