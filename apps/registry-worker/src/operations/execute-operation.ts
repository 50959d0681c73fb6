import type { Payload } from '@nameyard/contracts/event'
import { registryOperationUnpaid } from '@nameyard/contracts/registry/operation-unpaid'
import { registryOperationPending } from '@nameyard/contracts/registry/operation-pending'
import { registryOperationSettled } from '@nameyard/contracts/registry/operation-settled'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { InvalidValue } from '@nameyard/epp/constraints'
import { NotSent } from '@nameyard/epp/transport-errors'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Gathering } from '@nameyard/persistence/gathering'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable, Logger } from '@nestjs/common'
import { Registries } from '../registries/registries'
import { agreedTld } from '../registries/registry'
import { NoSession } from '../sessions/no-session'
import { SessionPools } from '../sessions/session-pools'
import { Executors } from './executors'
import { COMMITS_AT_ONCE, Journal, type Answered } from './journal.store'
import { backoffMs, type Reason, type Verdict } from './model/verdict'
import { OperationStore, settling, type End, type RegistryOperation } from './operation.store'

/** Result code of a registry that wants to see money (RFC 5730 section 3). */
const BILLING_FAILURE = 2104

/**
 * Carries a claimed operation one step further: a session, the command, the verdict, and the verdict's consequence.
 * What it stores at the end is either the settlement with its event or the next time to look.
 */
@Injectable()
export class ExecuteOperation {
  private readonly log = new Logger('operations')
  private readonly settlements = new Gathering(
    (settlements: readonly Settlement[]) => this.settleAll(settlements),
    COMMITS_AT_ONCE,
  )

  constructor(
    private readonly database: Database,
    private readonly store: OperationStore,
    private readonly outbox: Outbox,
    private readonly journal: Journal,
    private readonly clock: Clock,
    private readonly registries: Registries,
    private readonly pools: SessionPools,
    private readonly executors: Executors,
  ) {}

  async execute(operation: RegistryOperation, worker: number): Promise<void> {
    const verdict = await this.judge(operation, worker)
    switch (verdict.kind) {
      case 'done':
        return this.settle(operation, worker, 'done', null, verdict.data)
      case 'refused':
      case 'failed':
        return this.settle(operation, worker, verdict.kind, verdict.reason, verdict.data)
      case 'pending':
        return this.wait(operation, worker, verdict.afterMs, verdict.data)
      case 'retry':
        if (verdict.reason.code === BILLING_FAILURE) await this.tellUnpaid(operation)
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

  private async judge(operation: RegistryOperation, worker: number): Promise<Verdict<RegistryView>> {
    const registry = this.registries.named(operation.account)
    const tld = registry.tlds.get(operation.object.slice(operation.object.lastIndexOf('.') + 1))
    if (!tld)
      return { kind: 'failed', reason: { refusal: 'extension_invalid', text: 'no registry serves the extension' } }
    try {
      return await this.pools
        .of(operation.account)
        .withSession((session) =>
          this.executors.execute({ operation, worker, registry, tld: agreedTld(tld, session.extensions), session }),
        )
    } catch (error) {
      return this.verdictOfError(error as Error, operation)
    }
  }

  private verdictOfError(error: Error, operation: RegistryOperation): Verdict<never> {
    const text = error.message
    if (error instanceof InvalidValue) return { kind: 'failed', reason: { refusal: 'registry_refused', text } }
    const reason: Reason = { refusal: 'registry_unavailable', text }
    if (error instanceof NoSession) return { kind: 'retry', afterMs: error.pauseMs, reason }
    const afterMs = backoffMs(operation.attempts - 1)
    if (error instanceof NotSent) return { kind: 'retry', afterMs, reason }
    // Whatever else went wrong, bytes may have left: the journal knows, and the next execution asks the registry.
    this.log.warn(`${operation.kind} of ${operation.object} is of unknown outcome: ${text}`)
    return { kind: 'unknown', afterMs, absences: 0, reason }
  }

  private async postpone(
    operation: RegistryOperation,
    worker: number,
    state: 'queued' | 'unknown',
    afterMs: number,
    reason: Reason | null,
  ): Promise<void> {
    const runAt = new Date(this.clock.epochMs() + afterMs)
    await this.journal.write(operation.id)
    await this.store.postpone(operation, worker, { state, runAt, reason })
  }

  /** Tells that the registry wants to see money; once, however often it says so. A copy after a crash does no harm. */
  private async tellUnpaid(operation: RegistryOperation): Promise<void> {
    const { id: operationId, resellerId, kind, object, reason } = operation
    if (reason?.code === BILLING_FAILURE) return
    const unpaidAt = this.clock.now().toISOString()
    await this.database.unitOfWork(operation, (tx) =>
      this.outbox.append(tx, registryOperationUnpaid, { operationId, resellerId, kind, object, unpaidAt }),
    )
  }

  /** Leaves the operation to the registry; tells so once, in the same transaction. */
  private async wait(
    operation: RegistryOperation,
    worker: number,
    afterMs: number,
    seen: RegistryView | undefined,
  ): Promise<void> {
    const { id: operationId, resellerId, kind, object } = operation
    const now = this.clock.now()
    const runAt = new Date(now.getTime() + afterMs)
    await this.journal.write(operationId)
    await this.database.unitOfWork(operation, async (tx) => {
      const waiting = await this.store.wait(tx, operationId, worker, { runAt, now, view: seen })
      if (!waiting?.isFirst) return
      const registry = waiting.view ?? {}
      const pendingAt = now.toISOString()
      const pending = { operationId, resellerId, kind, object, registry, pendingAt }
      await this.outbox.append(tx, registryOperationPending, pending)
    })
  }

  /** Ends the operation and tells so, in one statement with others; a worker that was taken for dead tells nothing. */
  private async settle(
    operation: RegistryOperation,
    worker: number,
    outcome: 'done' | 'refused' | 'failed',
    reason: Reason | null,
    registry: RegistryView | undefined,
  ): Promise<void> {
    const end: End = {
      id: operation.id,
      worker,
      state: outcome,
      now: this.clock.now(),
      ...(reason && { reason }),
      ...(registry && { view: registry }),
    }
    await this.settlements.ask({ operation, end, answers: this.journal.take(operation.id) })
  }

  private async settleAll(settlements: readonly Settlement[]): Promise<readonly undefined[]> {
    const change = settling(
      settlements.map(({ end }) => end),
      settlements.flatMap(({ answers }) => answers),
    )
    await this.outbox.appendChanged(
      this.database,
      change,
      registryOperationSettled,
      settlements.map((settlement) => ({
        changed: settlement.end.id,
        payload: settlementEvent(settlement.operation, settlement.end),
        correlationId: settlement.operation.correlationId,
      })),
    )
    return settlements.map(() => undefined)
  }
}

interface Settlement {
  readonly operation: RegistryOperation
  readonly end: End
  readonly answers: readonly Answered[]
}

/** What is told of an operation that has ended. */
export function settlementEvent(
  operation: Pick<RegistryOperation, 'id' | 'kind' | 'object' | 'resellerId'>,
  end: Omit<End, 'id' | 'worker'>,
): Payload<typeof registryOperationSettled> {
  const { id: operationId, resellerId, kind, object } = operation
  const { state: outcome, reason, view = {}, now } = end
  return {
    operationId,
    resellerId,
    kind,
    object,
    outcome,
    ...(reason && { reason }),
    registry: view,
    settledAt: now.toISOString(),
  }
}
