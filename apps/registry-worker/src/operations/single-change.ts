import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { Response } from '@nameyard/epp/response'
import type { ResultClass } from '@nameyard/epp/result-code'
import { Inject, Injectable } from '@nestjs/common'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import { ClientLocks } from './client-locks'
import { Exchange } from './exchange'
import type { AnyExecution } from './execution'
import { Journal, type Unsettled } from './journal.store'
import type { Judgment, Sent } from './model/judgment'
import type { Verdict } from './model/verdict'

/** One command that makes one change, and the question whether the change was made. */
export interface Change {
  /** By which name the command is journaled. */
  readonly command: string
  readonly send: () => Promise<Response<unknown>>
  readonly judge: (sent: Sent) => Promise<Judgment>
  /** The change may be made already by whomever, and that is as good. */
  readonly isIdempotent?: boolean
}

/** Refusals that may only mean that the change was made already, or that our view of the domain is stale. */
const doubtful: ReadonlySet<ResultClass> = new Set<ResultClass>([
  'ineligible',
  'prohibited',
  'sponsorship',
  'state',
  'value',
])

/**
 * Carries out a change of one command. Whether it was made is always read at the registry: after an answer, since a
 * registry may answer 1000 and change nothing; after a lost answer, before the command is sent again (RFC 5730 section
 * 2); after a refusal, since an earlier try, or what the registry does of itself, may be what it refuses.
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
    if (!answered) throw new Error(`${change.command} was sent past the journal`)
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

  private sent({ operation, registry }: AnyExecution, { sentAt, code }: Pick<Unsettled, 'sentAt' | 'code'>): Sent {
    return {
      clientId: registry.connection.clientId,
      sentAt,
      code,
      pendingResult: operation.pendingResult,
      absences: operation.absences,
      pausesMs: this.config.REGISTRY_ABSENCE_PAUSES_MS,
    }
  }
}
