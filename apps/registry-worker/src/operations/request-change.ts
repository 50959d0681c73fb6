import { Inject, Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import { Journal } from './journal.store'
import type { Judgment, Sent } from './model/judgment'
import type { Verdict } from './model/verdict'
import type { ClaimedOperation } from './operation.store'

/** One request that makes one change, and the function that reads whether it was made. */
export interface RequestedChange {
  /** The name of the request in the journal. */
  readonly name: string
  /** Our identifier there. */
  readonly clientId: string
  /** Sends the request through the journal. Returns a verdict when it was refused, or not sent. */
  readonly send: () => Promise<'accepted' | Verdict<never>>
  /** Reads whether the change was made. */
  readonly look: (sent: Sent) => Promise<Judgment>
  /** Whether a change by another party counts too. */
  readonly isIdempotent?: boolean
}

/**
 * Makes a change by one request of any protocol, and reads whether it was made after every answer, lost or not. After a lost
 * answer the request is not repeated before `look` says so (`model/patience.ts`).
 */
@Injectable()
export class RequestChange {
  constructor(
    private readonly journal: Journal,
    @Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig,
  ) {}

  async carryOut(operation: ClaimedOperation, change: RequestedChange): Promise<Verdict<RegistryView>> {
    const { id } = operation
    const open = await this.journal.unsettled(id, change.name)
    if (open) {
      const judged = await change.look(this.sent(operation, change, open))
      if (judged.kind !== 'unknown' && judged.kind !== 'pending') await this.journal.reconcile(id)
      if (judged.kind !== 'send again') return judged
    }
    const answer = await change.send()
    if (answer !== 'accepted') return this.refused(operation, change, answer)
    const answered = await this.journal.unsettled(id, change.name)
    const judged = await change.look(this.sent(operation, change, answered!))
    if (judged.kind === 'send again') throw new Error(`${change.name} was answered and is not sent again`)
    return judged
  }

  /** Of a repeated request, the first may have had its effect: the second is refused then. */
  private async refused(
    operation: ClaimedOperation,
    change: RequestedChange,
    verdict: Verdict<never>,
  ): Promise<Verdict<RegistryView>> {
    const { firstSentAt, sends } = await this.journal.history(operation.id, change.name, 0)
    if (!firstSentAt || (sends < 2 && !change.isIdempotent)) return verdict
    const judged = await change.look(this.sent(operation, change, { sentAt: firstSentAt, code: null }))
    return judged.kind === 'done' || judged.kind === 'pending' ? judged : verdict
  }

  private sent(
    { absences }: ClaimedOperation,
    { clientId }: RequestedChange,
    { sentAt, code }: Pick<Sent, 'code' | 'sentAt'>,
  ): Sent {
    const pausesMs = this.config.REGISTRY_ABSENCE_PAUSES_MS
    return { clientId, sentAt, code, pendingResult: null, absences, pausesMs }
  }
}
