import { Injectable, Logger } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { registryOperationPending } from '@nameyard/contracts/registry/operation-pending'
import { registryOperationSettled } from '@nameyard/contracts/registry/operation-settled'
import { registryOperationUnpaid } from '@nameyard/contracts/registry/operation-unpaid'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { InvalidValue } from '@nameyard/epp/constraints'
import { BILLING_FAILURE } from '@nameyard/epp/result-code'
import { NotSent } from '@nameyard/epp/transport-errors'
import { Outbox } from '@nameyard/outbox/outbox'
import { Batcher } from '@nameyard/persistence/batcher'
import { Database } from '@nameyard/persistence/database'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { Clock } from '@nameyard/runtime/clock'
import { Registries } from '../registries/registries'
import { NoSession } from '../sessions/no-session'
import { Drivers } from './drivers'
import { JournalArchive, type CarriedOut } from './journal-archive'
import { Journal, Withheld } from './journal.store'
import { viewWithCode } from './model/codes'
import { orderRefusal } from './model/order-refusal'
import { backoffMs, type Reason, type Verdict } from './model/verdict'
import { OperationWrites } from './operation-writes'
import { OperationStore, type End, type ClaimedOperation } from './operation.store'

/**
 * Executes a claimed operation once: asks the driver of its account and stores the verdict, either as settlement with an
 * event or as the time of the next execution.
 */
@Injectable()
export class ExecuteOperation {
  private readonly log = new Logger('operations')
  private readonly archiving = new Batcher(async (carriedOut: readonly CarriedOut[]) => {
    await this.archive.add(carriedOut)
    return carriedOut.map(() => undefined)
  })

  constructor(
    private readonly database: Database,
    private readonly store: OperationStore,
    private readonly outbox: Outbox,
    private readonly journal: Journal,
    private readonly writes: OperationWrites,
    private readonly archive: JournalArchive,
    private readonly clock: Clock,
    private readonly registries: Registries,
    private readonly drivers: Drivers,
    private readonly codes: AuthCodeCipher,
  ) {}

  /** Returns whether an operation that waited for this one, or this one itself, may be able to run now. */
  async execute(operation: ClaimedOperation, worker: number): Promise<boolean> {
    const verdict = await this.unlessEnded(operation, await this.judge(operation, worker))
    switch (verdict.kind) {
      case 'done':
        return this.settle(operation, worker, 'done', null, verdict.data)
      case 'refused':
      case 'failed':
        return this.settle(operation, worker, verdict.kind, verdict.reason, verdict.data)
      case 'pending':
        await this.wait(operation, worker, verdict.afterMs, verdict.data)
        return true
      case 'retry':
        if (verdict.reason.code === BILLING_FAILURE) await this.announceUnpaid(operation)
        await this.postpone(operation, worker, 'queued', verdict.afterMs, verdict.reason)
        return true
      case 'unknown':
        await this.postpone(
          { ...operation, absences: verdict.absences },
          worker,
          'unknown',
          verdict.afterMs,
          verdict.reason,
        )
        return true
    }
  }

  /** An operation that an operator wants to fail is not retried when nothing of it may have had an effect. */
  private async unlessEnded(
    { id, failReason }: ClaimedOperation,
    verdict: Verdict<RegistryView>,
  ): Promise<Verdict<RegistryView>> {
    if (failReason === null || verdict.kind !== 'retry' || (await this.journal.hasOpen(id))) return verdict
    const reason: Reason = { refusal: 'registry_unavailable', text: `ended by an operator: ${failReason}` }
    return { kind: 'failed', reason }
  }

  private async judge(operation: ClaimedOperation, worker: number): Promise<Verdict<RegistryView>> {
    const registry = this.registries.named(operation.account)
    const { object } = operation
    if (!registry.tlds.has(object.slice(object.indexOf('.') + 1)))
      return { kind: 'failed', reason: { refusal: 'extension_invalid', text: 'no registry serves the extension' } }
    try {
      return await this.drivers.of(registry).execute(operation, worker, registry)
    } catch (error) {
      return this.verdictOfError(error as Error, operation)
    }
  }

  private verdictOfError(error: Error, operation: ClaimedOperation): Verdict<never> {
    const text = error.message
    if (error instanceof InvalidValue) return { kind: 'failed', reason: { refusal: 'registry_refused', text } }
    const reason: Reason = { refusal: 'registry_unavailable', text }
    if (error instanceof Withheld) return { kind: 'failed', reason }
    if (error instanceof NoSession) return { kind: 'retry', afterMs: error.pauseMs, reason }
    const afterMs = backoffMs(operation.attempts - 1)
    if (error instanceof NotSent) return { kind: 'retry', afterMs, reason }
    // Any other error: bytes may have been sent. The journal has recorded that, and the next execution queries the
    // registry.
    this.log.warn(`${operation.kind} of ${operation.object} has an unknown outcome: ${text}`)
    return { kind: 'unknown', afterMs, absences: 0, reason }
  }

  private async postpone(
    operation: ClaimedOperation,
    worker: number,
    state: 'queued' | 'unknown',
    afterMs: number,
    reason: Reason | null,
  ): Promise<void> {
    const runAt = new Date(this.clock.epochMs() + afterMs)
    await this.journal.write(operation.id)
    await this.store.postpone(operation, worker, { state, runAt, reason })
  }

  /** Sends the event of a billing failure once for each operation. A copy after a crash has no effect. */
  private async announceUnpaid(operation: ClaimedOperation): Promise<void> {
    const { id: operationId, resellerId, kind, object, reason } = operation
    if (reason?.code === BILLING_FAILURE) return
    const unpaidAt = this.clock.now().toISOString()
    await this.database.unitOfWork(operation, (tx) =>
      this.outbox.append(tx, registryOperationUnpaid, { operationId, resellerId, kind, object, unpaidAt }),
    )
  }

  /** Makes the operation wait for its registry; sends the event the first time, in the same transaction. */
  private async wait(
    operation: ClaimedOperation,
    worker: number,
    afterMs: number,
    seen: RegistryView | undefined,
  ): Promise<void> {
    const { id: operationId, resellerId, kind, object } = operation
    const now = this.clock.now()
    const runAt = new Date(now.getTime() + afterMs)
    const view = this.sealed(object, seen)
    await this.journal.write(operationId)
    await this.database.unitOfWork(operation, async (tx) => {
      const waiting = await this.store.wait(tx, operationId, worker, { runAt, now, view })
      if (!waiting?.isFirst) return
      const registry = waiting.view ?? {}
      const pendingAt = now.toISOString()
      const pending = { operationId, resellerId, kind, object, registry, pendingAt }
      await this.outbox.append(tx, registryOperationPending, pending)
    })
  }

  /**
   * Settles an operation with its event, in one statement with others; only if the worker still holds the operation. Returns
   * whether something waited for it.
   */
  private async settle(
    operation: ClaimedOperation,
    worker: number,
    outcome: 'done' | 'refused' | 'failed',
    reason: Reason | null,
    registry: RegistryView | undefined,
  ): Promise<boolean> {
    const view = this.sealed(operation.object, registry)
    const end: End = {
      id: operation.id,
      worker,
      state: outcome,
      now: this.clock.now(),
      ...(reason && { reason }),
      ...(view && { view }),
    }
    // Before the settlement: what the archive lacks after a crash is archived when the operation is settled again.
    if (outcome === 'done' && this.archive.isKept) await this.archiving.add({ operation, at: end.now })
    const answers = this.journal.take(operation.id)
    return this.writes.settle({ operation, end, event: settlementEvent(operation, end), answers })
  }

  private sealed<View extends RegistryView | undefined>(object: string, view: View): View {
    return viewWithCode(view, (code) => this.codes.seal(object, code))
  }
}

/** The event of a settled operation. */
export function settlementEvent(
  operation: Pick<ClaimedOperation, 'id' | 'kind' | 'object' | 'resellerId'>,
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
    ...(reason && {
      reason: outcome === 'refused' ? { ...reason, refusal: orderRefusal(kind, reason) } : reason,
    }),
    registry: view,
    settledAt: now.toISOString(),
  }
}
