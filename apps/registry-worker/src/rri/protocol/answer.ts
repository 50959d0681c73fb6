import { maskedLines, readSections, type Section } from './lines'

/** A message of an answer: its number of eleven digits, and its text. */
export interface RriMessage {
  readonly level: 'info' | 'warning' | 'error'
  readonly number: number
  readonly text: string
}

/** An answer of the registry (DENIC-29). */
export interface RriAnswer {
  /** `success`: carried out; `failed`: not; `exception`: not, because of a fault of the registry. */
  readonly result: 'exception' | 'failed' | 'success'
  /** The registry's identifier of the answer. */
  readonly stid: string
  /** Our identifier of the request, when it had one and could be read. */
  readonly ctid: string | undefined
  readonly messages: readonly RriMessage[]
  /** The lines of the answer itself. */
  readonly head: Section
  /** The lines below headings, such as `[Holder]`. */
  readonly sections: readonly Section[]
  /** The answer with secrets and personal data masked. */
  readonly frame: string
}

const levels = ['error', 'warning', 'info'] as const

/** Reads an answer in the key/value form. Throws an error when it is none. */
export function readAnswer(text: string): RriAnswer {
  const [head, ...sections] = readSections(text)
  const [result, ...others] = head!.all('result')
  if (result === undefined || others.length > 0) throw new Error('an answer has one RESULT')
  const word = result.toLowerCase()
  return {
    // The manual writes `failed`, DENIC's client library `failure`.
    result: word === 'success' || word === 'exception' ? word : 'failed',
    stid: head!.first('stid') ?? '',
    ctid: head!.first('ctid'),
    messages: levels.flatMap((level) => head!.all(level).map((value) => readMessage(level, value))),
    head: head!,
    sections,
    frame: maskedLines(text),
  }
}

function readMessage(level: RriMessage['level'], value: string): RriMessage {
  const [, number = '', text = ''] = /^(\d+)\s*(.*)$/.exec(value) ?? []
  if (number === '') throw new Error(`a message has no number: ${value}`)
  return { level, number: Number(number), text }
}

/** The errors of an answer as a sentence; without any, its result. */
export function textOfErrors({ result, messages }: RriAnswer): string {
  const errors = messages.filter(({ level }) => level === 'error')
  return errors.length === 0 ? result : errors.map(({ number, text }) => `${number} ${text}`).join('; ')
}
