import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { registryMessageReceived } from '@nameyard/contracts/registry/message-received'
import { acknowledgeMessage } from '@nameyard/epp/poll/acknowledge'
import { requestMessage, type PollMessage } from '@nameyard/epp/poll/request'
import type { Response } from '@nameyard/epp/response'
import { OBJECT_DOES_NOT_EXIST } from '@nameyard/epp/result-code'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Alarms } from '../accounts/alarm.store'
import { Runner } from '../operations/runner'
import type { Registry } from '../registries/registry'
import { queryTRID } from '../sessions/query-trid'
import { SessionPools } from '../sessions/session-pools'
import { keepMessage, wakeOperation } from './poll-message.store'
import { storedMessage } from './stored-message'

/**
 * Reads the messages of an account's queue (RFC 5730 section 2.9.2.3). A message and its consequences are one transaction,
 * committed before the acknowledgement: it is neither lost nor handled twice. Unknown messages are stored and
 * acknowledged too, since they would block the queue.
 */
@Injectable()
export class DrainPollQueue {
  constructor(
    private readonly database: Database,
    private readonly pools: SessionPools,
    private readonly outbox: Outbox,
    private readonly runner: Runner,
    private readonly alarms: Alarms,
    private readonly clock: Clock,
  ) {}

  /** Handles all messages of the queue. Throws errors of the session, and when the registry refuses. */
  async drain(registry: Registry, isStopped: () => boolean): Promise<void> {
    while (!isStopped() && (await this.handleNext(registry)));
  }

  /** Handles the first message. Returns false for an empty queue. */
  private handleNext(registry: Registry): Promise<boolean> {
    return this.pools.ofQueue(registry.account).withSession(async (session) => {
      const request = await session.transact(requestMessage(), { clTRID: queryTRID() })
      if (request.outcome === 'refused') throw new Error(`poll was answered ${describe(request)}`)
      const message = request.data
      if (!message) return false
      await this.handle(registry, message, request)
      const acknowledged = await session.transact(acknowledgeMessage(message.id), { clTRID: queryTRID() })
      // 2303: the message was acknowledged before, and the answer was lost.
      if (acknowledged.outcome === 'refused' && acknowledged.code !== OBJECT_DOES_NOT_EXIST) {
        throw new Error(`message ${message.id} was not acknowledged: ${describe(acknowledged)}`)
      }
      return true
    })
  }

  private async handle(registry: Registry, message: PollMessage, answer: Response<unknown>): Promise<void> {
    const { account, connection } = registry
    const { news, text, queuedAt } = message
    const now = this.clock.now()
    const object = 'object' in news ? news.object?.id.toLowerCase() : undefined
    const correlationId = randomUUID()
    const isNew = await this.database.unitOfWork({ correlationId }, async (tx) => {
      if (!(await keepMessage(tx, account, message, object, storedMessage(answer.frame), now))) return false
      const woken = await wakeOperation(tx, account, message, connection.clientId, now)
      if (woken !== undefined) {
        tx.afterCommit(() => this.runner.wake())
        return true
      }
      await this.outbox.append(tx, registryMessageReceived, {
        account,
        messageId: message.id,
        about: news.kind,
        ...(object !== undefined && { object }),
        text,
        queuedAt: (queuedAt ?? now).toISOString(),
      })
      return true
    })
    if (!isNew) return
    if (news.kind === 'balance') await this.alarms.raise(account, 'money', `message ${message.id}: ${text}`)
    const hasPayload = answer.resData.length + answer.extension.length > 0
    if (news.kind === 'other' && hasPayload) {
      await this.alarms.raise(account, 'message', `message ${message.id} has an unknown form: ${text}`)
    }
  }
}

function describe({ code, results }: Response<unknown>): string {
  return `${code} ${results[0].msg}`
}
