import { Inject, Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { Response } from '@nameyard/epp/response'
import type { ResultClass } from '@nameyard/epp/result-code'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import { sentByRegistryClock } from '../sessions/model/clock-difference'
import { ClientLocks } from './client-locks'
import { Exchange } from './exchange'
import type { AnyExecution } from './execution'
import { Journal, type Unsettled } from './journal.store'
import type { Judgment, Sent } from './model/judgment'
import type { Verdict } from './model/verdict'

/** One command that makes one change, and the function that judges whether it was made. */
export interface Change {
  /** The name of the command in the journal. */
  readonly command: string
  readonly send: () => Promise<Response<unknown>>
  readonly judge: (sent: Sent) => Promise<Judgment>
  /** Whether a change by another party counts too. */
  readonly isIdempotent?: boolean
}

/** Refusals that may mean that the change was made before, or that our view of the domain is out of date. */
const doubtful: ReadonlySet<ResultClass> = new Set<ResultClass>([
  'ineligible',
  'prohibited',
  'sponsorship',
  'state',
  'value',
])

/**
 * Makes a change of one command, and always checks at the registry whether it was made: after an answer, since a registry
 * may answer 1000 and change nothing; after a lost answer, before the command is sent again (RFC 5730 section 2); after a
 * refusal, since an earlier try or the registry itself may have made the change.
 */
@Injectable()
export class SingleChange {
  constructor(
    private readonly exchange: Exchange,
    private readonly locks: ClientLocks,
    private readonly journal: Journal,
    @Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig,
  ) {}

  async carryOut(execution: AnyExecution, change: Change): Promise<Verdict<RegistryView>> {
    const verdict = await this.step(execution, change)
    const isOver = verdict.kind === 'done' || verdict.kind === 'refused' || verdict.kind === 'failed'
    return (isOver ? await this.locks.relock(execution) : undefined) ?? verdict
  }

  private async step(execution: AnyExecution, change: Change): Promise<Verdict<RegistryView>> {
    const { id } = execution.operation
    const open = await this.journal.unsettled(id, change.command)
    if (open) {
      const judged = await change.judge(this.sent(execution, open))
      if (judged.kind !== 'unknown' && judged.kind !== 'pending') await this.journal.reconcile(id)
      if (judged.kind !== 'send again') return judged
    }
    const response = await change.send()
    if (response.outcome === 'refused') return this.refused(execution, change, response)
    const answered = await this.journal.unsettled(id, change.command)
    if (!answered) throw new Error(`${change.command} is not in the journal`)
    const judged = await change.judge(this.sent(execution, answered))
    if (judged.kind === 'send again') throw new Error(`${change.command} was answered and is not sent again`)
    return judged
  }

  private async refused(
    execution: AnyExecution,
    change: Change,
    response: Response<unknown>,
  ): Promise<Verdict<RegistryView>> {
    const { id } = execution.operation
    const refusal = await this.exchange.refusal(execution, response, change.command)
    if (refusal.kind !== 'refused' || !doubtful.has(response.class)) return refusal
    const { firstSentAt, sends } = await this.journal.history(id, change.command, response.code)
    const mayBeMade = sends > 1 || change.isIdempotent
    const judged = await change.judge(this.sent(execution, { sentAt: firstSentAt ?? new Date(0), code: null }))
    switch (judged.kind) {
      case 'pending':
        return judged
      case 'done':
        return mayBeMade ? judged : { ...refusal, data: judged.data }
      case 'unknown':
        return mayBeMade ? judged : refusal
      case 'refused':
      case 'failed':
      case 'send again':
        return { ...refusal, ...(judged.data && { data: judged.data }) }
    }
  }

  private sent(
    { operation, registry, session }: AnyExecution,
    { sentAt, code }: Pick<Unsettled, 'sentAt' | 'code'>,
  ): Sent {
    return {
      clientId: registry.registrarId,
      sentAt: sentByRegistryClock(sentAt, session.clockAheadMs),
      code,
      pendingResult: operation.pendingResult,
      absences: operation.absences,
      pausesMs: this.config.REGISTRY_ABSENCE_PAUSES_MS,
    }
  }
}
