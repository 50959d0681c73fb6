import { registryOperationSettled } from '@nameyard/contracts/registry/operation-settled'
import { InvalidValue } from '@nameyard/epp/constraints'
import { NotSent } from '@nameyard/epp/transport-errors'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable, Logger } from '@nestjs/common'
import { Registries } from '../registries/registries'
import { SessionPools } from '../sessions/session-pools'
import { CreateDomain, type Registered } from './create-domain'
import { PENDING_PAUSE_MS } from './model/lost-create'
import { backoffMs, type Reason, type Verdict } from './model/verdict'
import { OperationStore, type OperationOf, type RegistryOperation } from './operation.store'

/**
 * Carries a claimed operation one step further: a session, the command, the verdict, and the verdict's consequence.
 * What it stores at the end is either the settlement with its event or the next time to look.
 */
@Injectable()
export class ExecuteOperation {
  private readonly log = new Logger('operations')

  constructor(
    private readonly database: Database,
    private readonly store: OperationStore,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly registries: Registries,
    private readonly pools: SessionPools,
    private readonly createDomain: CreateDomain,
  ) {}

  async execute(operation: RegistryOperation, worker: number): Promise<void> {
    const verdict = await this.judge(operation, worker)
    switch (verdict.kind) {
      case 'done':
        return this.settle(operation, worker, 'done', null, verdict.data)
      case 'refused':
      case 'failed':
        return this.settle(operation, worker, verdict.kind, verdict.reason, {})
      case 'pending':
        return this.postpone(operation, worker, 'waiting', PENDING_PAUSE_MS, null)
      case 'retry':
        return this.postpone(operation, worker, 'queued', verdict.afterMs, verdict.reason)
      case 'unknown':
        return this.postpone(
          { ...operation, absences: verdict.absences },
          worker,
          'unknown',
          verdict.afterMs,
          verdict.reason,
        )
    }
  }

  private async judge(operation: RegistryOperation, worker: number): Promise<Verdict<Registered>> {
    const registry = this.registries.named(operation.account)
    const tld = registry.tlds.get(operation.object.slice(operation.object.lastIndexOf('.') + 1))
    if (!tld)
      return { kind: 'failed', reason: { refusal: 'extension_invalid', text: 'no registry serves the extension' } }
    if (!isCreate(operation)) {
      return { kind: 'failed', reason: { refusal: 'internal_error', text: `${operation.kind} is not carried out yet` } }
    }
    try {
      return await this.pools
        .of(operation.account)
        .withSession((session) => this.createDomain.execute({ operation, worker, registry, tld, session }))
    } catch (error) {
      return this.verdictOfError(error as Error, operation)
    }
  }

  private verdictOfError(error: Error, operation: RegistryOperation): Verdict<never> {
    const text = error.message
    if (error instanceof InvalidValue) return { kind: 'failed', reason: { refusal: 'registry_refused', text } }
    const afterMs = backoffMs(operation.attempts - 1)
    const reason: Reason = { refusal: 'registry_unavailable', text }
    if (error instanceof NotSent) return { kind: 'retry', afterMs, reason }
    // Whatever else went wrong, bytes may have left: the journal knows, and the next execution asks the registry.
    this.log.warn(`${operation.kind} of ${operation.object} is of unknown outcome: ${text}`)
    return { kind: 'unknown', afterMs, absences: 0, reason }
  }

  private async postpone(
    operation: RegistryOperation,
    worker: number,
    state: 'queued' | 'waiting' | 'unknown',
    afterMs: number,
    reason: Reason | null,
  ): Promise<void> {
    const runAt = new Date(this.clock.epochMs() + afterMs)
    await this.store.postpone(operation, worker, { state, runAt, reason })
  }

  /** Ends the operation and tells so, in one transaction; a worker that was taken for dead tells nothing. */
  private async settle(
    operation: RegistryOperation,
    worker: number,
    outcome: 'done' | 'refused' | 'failed',
    reason: Reason | null,
    registry: Registered,
  ): Promise<void> {
    const { id: operationId, resellerId, kind, object } = operation
    const now = this.clock.now()
    await this.database.unitOfWork(operation, async (tx) => {
      if (!(await this.store.settle(tx, operationId, worker, { state: outcome, reason, now }))) return
      await this.outbox.append(tx, registryOperationSettled, {
        operationId,
        resellerId,
        kind,
        object,
        outcome,
        ...(reason && { reason }),
        registry,
        settledAt: now.toISOString(),
      })
    })
  }
}

function isCreate(operation: RegistryOperation): operation is OperationOf<'domain.create'> {
  return operation.kind === 'domain.create'
}
