import { Refusal } from '../../model/result'
import { empty, refuseValue, unexpected } from '../../xml/fields'
import type { Session } from '../../server/session'
import type { Element } from '../../xml/read'
import { element, type Markup } from '../../xml/write'
import type { Answer, ObjectContext } from '../command'
import { countPollMessages, deletePollMessage, findOldestPollMessage } from './poll-message.store'

/**
 * Shows a registrar's oldest message, or takes one off the queue (RFC 5730 section 2.9.2.3): 1301 with the message,
 * 1300 when none waits; 1000 for an `ack`, 2303 when there is no such message of this registrar.
 */
export async function poll(payload: Element, context: ObjectContext): Promise<Answer> {
  const { op, msgID, ...others } = payload.attributes
  const [stranger] = Object.keys(others)
  if (stranger !== undefined) throw unexpected(payload, `attribute ${stranger} is not expected on <poll>`)
  empty({ ...payload, attributes: {} })
  if (op === 'req') return request(context)
  if (op !== 'ack') throw unexpected(payload, 'the op of a poll is req or ack')
  if (msgID === undefined) throw new Refusal(2003, 'an ack names its msgID')
  return acknowledge(payload, msgID, context)
}

async function request({ db, registrar, session }: ObjectContext): Promise<Answer> {
  const message = await findOldestPollMessage(db, registrar)
  if (!message) return { code: 1300 }
  const { id, at, text, count, resData, extension } = message
  return {
    code: 1301,
    msgQ: element('msgQ', { count: String(count), id }, [
      element('qDate', {}, at.toISOString()),
      element('msg', {}, text),
    ]),
    ...(resData ? { resData } : {}),
    extensions: extension && isSpoken(extension, session) ? [extension] : [],
  }
}

/** What the client cannot read is left out of the message (RFC 9038 section 1). */
function isSpoken({ attributes }: Markup, { login }: Session): boolean {
  return Object.values(attributes).some((value) => value !== undefined && login?.extensions.has(value))
}

/** The largest number a message can have. */
const MAX_DIGITS = 18

async function acknowledge(payload: Element, msgID: string, { db, registrar }: ObjectContext): Promise<Answer> {
  const id = msgID.trim()
  const isOne = /^\d+$/.test(id) && id.length <= MAX_DIGITS && (await deletePollMessage(db, registrar, id))
  if (!isOne) throw refuseValue(payload, 2303, 'no such message waits')
  const count = await countPollMessages(db, registrar)
  return { code: 1000, msgQ: element('msgQ', { count: String(count), id }) }
}
