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

/**
 * Requests the first message (RFC 5730 section 2.9.2.3); undefined when there is none (1300). `own` reads messages in
 * namespaces of the registry; it returns undefined for others.
 */
export function requestMessage(own?: (answer: Answer) => News | undefined): Command<PollMessage | undefined> {
  const decode = (answer: Answer) => decodeMessage(answer, own)
  return { name: 'poll:req', verb: elementsOf(EPP)('poll', '', { op: 'req' }), decode }
}

function decodeMessage(answer: Answer, own?: (answer: Answer) => News | undefined): PollMessage | undefined {
  if (answer.results[0].code === 1300) return undefined
  if (!answer.msgQ) throw new ProtocolError('the response has no message queue')
  const { id, count, qDate, msg = '' } = answer.msgQ
  return { id, count, queuedAt: qDate, text: msg, news: decodeNews(answer, own) }
}
