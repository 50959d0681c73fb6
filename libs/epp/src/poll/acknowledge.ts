import type { Command } from '../command'
import { noData } from '../command'
import { tokenOf } from '../constraints'
import { EPP } from '../namespaces'
import { elementsOf } from '../xml'

/**
 * Removes the first message from the queue (RFC 5730 section 2.9.2.3); `msgQ` of the answer has the remaining count. 2303
 * means that it was removed before.
 */
export function acknowledgeMessage(msgID: string): Command<undefined> {
  const verb = elementsOf(EPP)('poll', '', { op: 'ack', msgID: tokenOf('msgID', 1, Infinity, msgID) })
  return { name: 'poll:ack', verb, decode: noData }
}
