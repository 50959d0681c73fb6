import { Injectable } from '@nestjs/common'
import type { Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { acknowledgeMessage } from '@nameyard/epp/poll/acknowledge'
import type { News } from '@nameyard/epp/poll/news'
import { requestMessage, type PollMessage } from '@nameyard/epp/poll/request'
import type { Response } from '@nameyard/epp/response'
import { OBJECT_DOES_NOT_EXIST } from '@nameyard/epp/result-code'
import { Accounts } from '../accounts/account.store'
import { Maintenances } from '../maintenance/maintenances'
import type { Registry } from '../registries/registry'
import { EppSessions } from '../sessions/epp-sessions'
import { queryTRID } from '../sessions/query-trid'
import { storedMessage } from './stored-message'
import { TakeMessage } from './take-message'

/**
 * Reads the messages of an account's queue (RFC 5730 section 2.9.2.3). A message and its consequences are one transaction,
 * committed before the acknowledgement: it is neither lost nor handled twice. Unknown messages are stored and
 * acknowledged too, since they would block the queue.
 */
@Injectable()
export class DrainPollQueue {
  constructor(
    private readonly pools: EppSessions,
    private readonly accounts: Accounts,
    private readonly messages: TakeMessage,
    private readonly maintenances: Maintenances,
  ) {}

  /** Handles all messages of the queue. Throws errors of the session, and when the registry refuses. */
  async drain(registry: Registry, isStopped: () => boolean): Promise<void> {
    while (!isStopped() && (await this.handleNext(registry)));
    if (isStopped()) return
    await this.pools.ofQueue(registry.account).withSession((session) => this.maintenances.compare(registry, session))
  }

  /** Handles the first message. Returns false for an empty queue, and for one that is left to a test of an operator. */
  private handleNext(registry: Registry): Promise<boolean> {
    return this.pools.ofQueue(registry.account).withSession(async (session) => {
      // The test may have begun since the poll did: opening a session takes time.
      if (await this.accounts.isPollPaused(registry.account)) return false
      const request = await session.transact(nextMessage(registry), { clTRID: queryTRID() })
      if (request.outcome === 'refused') throw new Error(`poll was answered ${describe(request)}`)
      const message = request.data
      if (!message) return false
      await this.keep(registry, message, request)
      const acknowledged = await session.transact(acknowledgeMessage(message.id), { clTRID: queryTRID() })
      // 2303: the message was acknowledged before, and the answer was lost.
      if (acknowledged.outcome === 'refused' && acknowledged.code !== OBJECT_DOES_NOT_EXIST) {
        throw new Error(`message ${message.id} was not acknowledged: ${describe(acknowledged)}`)
      }
      return true
    })
  }

  /** Stores a message with its consequences, once. It may be acknowledged then. */
  keep(registry: Registry, message: PollMessage, answer: Response<unknown>): Promise<void> {
    const hasPayload = answer.resData.length + answer.extension.length > 0
    return this.messages.take(registry, {
      message,
      frame: storedMessage(answer.frame),
      isUnknown: message.news.kind === 'other' && hasPayload,
    })
  }
}

/** Requests the first message, in whatever form the dialects of the registry know. */
export function nextMessage(registry: Registry): Command<PollMessage | undefined> {
  return requestMessage((answer) => newsIn(registry, answer))
}

/** What the dialects of the registry read in a message of its own. */
function newsIn({ dialects }: Registry, answer: Answer): News | undefined {
  return dialects.map((dialect) => dialect.news(answer)).find((news) => news !== undefined)
}

function describe({ code, results }: Response<unknown>): string {
  return `${code} ${results[0].msg}`
}
