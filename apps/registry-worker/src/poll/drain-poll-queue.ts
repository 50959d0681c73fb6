import { randomUUID } from 'node:crypto'
import { registryMessageReceived } from '@nameyard/contracts/registry/message-received'
import { acknowledgeMessage } from '@nameyard/epp/poll/acknowledge'
import { requestMessage, type PollMessage } from '@nameyard/epp/poll/request'
import type { Response } from '@nameyard/epp/response'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable } from '@nestjs/common'
import { queryTRID } from '../operations/query-trid'
import { Runner } from '../operations/runner'
import type { Registry } from '../registries/registry'
import { Alarms } from '../sessions/alarm.store'
import { SessionPools } from '../sessions/session-pools'
import { keepMessage, wakeOperation } from './poll-message.store'

/** The message is not there any more: an earlier acknowledgement arrived, and its answer was lost. */
const OBJECT_MISSING = 2303

/**
 * Takes the messages of an account's queue (RFC 5730 section 2.9.2.3). A message and what follows from it are one
 * transaction, committed before the message is acknowledged: it is neither lost nor heard twice. What cannot be
 * understood is kept and acknowledged as well, since it would hold up all that come after it.
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

  /** Takes what there is until the queue is empty. Throws what the session throws, and when the registry refuses. */
  async drain(registry: Registry, isStopped: () => boolean): Promise<void> {
    while (!isStopped() && (await this.takeNext(registry)));
  }

  /** Takes the first message; says whether there was one. */
  private takeNext(registry: Registry): Promise<boolean> {
    return this.pools.ofQueue(registry.account).withSession(async (session) => {
      const request = await session.transact(requestMessage(), { clTRID: queryTRID() })
      if (request.outcome === 'refused') throw new Error(`poll was answered ${describe(request)}`)
      const message = request.data
      if (!message) return false
      await this.take(registry, message, request)
      const taken = await session.transact(acknowledgeMessage(message.id), { clTRID: queryTRID() })
      if (taken.outcome === 'refused' && taken.code !== OBJECT_MISSING) {
        throw new Error(`message ${message.id} was not taken off the queue: ${describe(taken)}`)
      }
      return true
    })
  }

  private async take(registry: Registry, message: PollMessage, answer: Response<unknown>): Promise<void> {
    const { account, connection } = registry
    const { news, text, queuedAt } = message
    const now = this.clock.now()
    const object = 'object' in news ? news.object?.id.toLowerCase() : undefined
    const correlationId = randomUUID()
    const isNew = await this.database.unitOfWork({ correlationId }, async (tx) => {
      if (!(await keepMessage(tx, account, message, object, answer.frame, now))) return false
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
      await this.alarms.raise(account, 'message', `message ${message.id} is not understood: ${text}`)
    }
  }
}

function describe({ code, results }: Response<unknown>): string {
  return `${code} ${results[0].msg}`
}
