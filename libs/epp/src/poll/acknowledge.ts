import type { Command } from '../command'
import { noData } from '../command'
import { tokenOf } from '../constraints'
import { EPP } from '../namespaces'
import { elementsOf } from '../xml'

/**
 * Takes the first message off the queue (RFC 5730 section 2.9.2.3); `msgQ` of the answer tells what is left. 2303 means
 * that it was taken off before.
 */
export function acknowledgeMessage(msgID: string): Command<undefined> {
  const verb = elementsOf(EPP)('poll', '', { op: 'ack', msgID: tokenOf('msgID', 1, Infinity, msgID) })
  return { name: 'poll:ack', verb, decode: noData }
}
