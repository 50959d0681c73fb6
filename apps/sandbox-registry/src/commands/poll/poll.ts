import { Refusal } from '../../model/result'
import { countPollMessages, deletePollMessage, findOldestPollMessage } from '../../objects/poll-message.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import type { Session } from '../../sessions/session'
import { empty, refuseValue, unexpected } from '../../xml/fields'
import { UNHANDLED_NAMESPACES } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element, namespaceOf, type Markup } from '../../xml/write'

/**
 * Shows the registrar's oldest message or removes one from the queue (RFC 5730 section 2.9.2.3): 1301 with a message, 1300
 * for an empty queue; 1000 for an `ack`, 2303 when the registrar has no such message.
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
    ...(resData && isChosen(resData, session) ? { resData } : {}),
    extensions: extension && isChosen(extension, session) ? [extension] : [],
    unhandled: session.login?.extensions.has(UNHANDLED_NAMESPACES)
      ? [resData, extension].filter((each) => each !== null).filter((each) => !isChosen(each, session))
      : [],
  }
}

/**
 * Whether the login chose the namespace. What is in others is left out, or is in the result for a client that reads it there
 * (RFC 9038 section 3).
 */
function isChosen(markup: Markup, { login }: Session): boolean {
  const namespace = namespaceOf(markup)
  return namespace !== undefined && (login?.objectServices.has(namespace) || login?.extensions.has(namespace)) === true
}

/** Digits of the largest message identifier. */
const MAX_DIGITS = 18

async function acknowledge(payload: Element, msgID: string, { db, registrar }: ObjectContext): Promise<Answer> {
  const id = msgID.trim()
  const isOne = /^\d+$/.test(id) && id.length <= MAX_DIGITS && (await deletePollMessage(db, registrar, id))
  if (!isOne) throw refuseValue(payload, 2303, 'there is no such message')
  const count = await countPollMessages(db, registrar)
  return { code: 1000, msgQ: element('msgQ', { count: String(count), id }) }
}
