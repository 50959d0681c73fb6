import type { Answer } from '../answer'
import type { Command } from '../command'
import { ProtocolError } from '../element-reader'
import { EPP } from '../namespaces'
import { elementsOf } from '../xml'
import { decodeNews, type News } from './news'

/** The first message of a registrar's queue. It stays in the queue until it is acknowledged. */
export interface PollMessage {
  /** Identifier for its acknowledgement; unique in the registrar's queue. */
  readonly id: string
  /** Messages in the queue, this one included. */
  readonly count: number
  readonly queuedAt: Date | undefined
  readonly text: string
  readonly news: News
}

/** Requests the first message (RFC 5730 section 2.9.2.3); undefined when there is none (1300). */
export function requestMessage(): Command<PollMessage | undefined> {
  return { name: 'poll:req', verb: elementsOf(EPP)('poll', '', { op: 'req' }), decode: decodeMessage }
}

function decodeMessage(answer: Answer): PollMessage | undefined {
  if (answer.results[0].code === 1300) return undefined
  if (!answer.msgQ) throw new ProtocolError('the response has no message queue')
  const { id, count, qDate, msg = '' } = answer.msgQ
  return { id, count, queuedAt: qDate, text: msg, news: decodeNews(answer) }
}
