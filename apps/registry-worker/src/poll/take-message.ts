import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { registryMessageReceived } from '@nameyard/contracts/registry/message-received'
import type { PollMessage } from '@nameyard/epp/poll/request'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Alarms } from '../accounts/alarm.store'
import { Maintenances } from '../maintenance/maintenances'
import { Announcer } from '../operations/announcer'
import type { SessionAccount } from '../registries/registry'
import { keepMessage, wakeOperation } from './poll-message.store'

/** A message of a queue, as it is stored. */
export interface QueuedMessage {
  readonly message: PollMessage
  /** The answer that has it, without secrets and personal data. */
  readonly frame: string
  /** Whether it has content that we cannot read. */
  readonly isUnknown: boolean
}

/**
 * Stores a message and its consequences in one transaction, before it is acknowledged: it is neither lost nor handled
 * twice. A message that was stored before has no effect.
 */
@Injectable()
export class TakeMessage {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly announcer: Announcer,
    private readonly alarms: Alarms,
    private readonly maintenances: Maintenances,
    private readonly clock: Clock,
  ) {}

  async take(registry: SessionAccount, { message, frame, isUnknown }: QueuedMessage): Promise<void> {
    const { account, registrarId } = registry
    const { news, text, queuedAt } = message
    const now = this.clock.now()
    const object = 'object' in news ? news.object?.id.toLowerCase() : undefined
    const correlationId = randomUUID()
    const isNew = await this.database.unitOfWork({ correlationId }, async (tx) => {
      if (!(await keepMessage(tx, account, message, object, frame, now))) return false
      if (news.kind === 'maintenance') {
        await this.maintenances.keep(tx, registry, news.maintenance)
        return true
      }
      const woken = await wakeOperation(tx, account, message, registrarId, now)
      if (woken !== undefined) {
        tx.afterCommit(() => this.announcer.wake())
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
    if (isUnknown) await this.alarms.raise(account, 'message', `message ${message.id} has an unknown form: ${text}`)
  }
}
