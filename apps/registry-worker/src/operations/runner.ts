import { setTimeout as pause } from 'node:timers/promises'
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common'
import { Batcher } from '@nameyard/persistence/batcher'
import { Clock } from '@nameyard/runtime/clock'
import { Traces } from '@nameyard/runtime/traces'
import type { SpanStart } from '@nameyard/tracing/span'
import { WorkerIdentity } from '../leases/worker-identity'
import { Announcements } from './announcement.store'
import { Announcer } from './announcer'
import { ExecuteOperation } from './execute-operation'
import { InHand } from './in-hand'
import { COMMITS_AT_ONCE } from './journal-statements'
import type { ClaimedOperation } from './operation.store'

/** Pause before a claim is tried again. */
const RETRY_MS = 500

/** Executes the operations of messages. A message is only a hint: the claim of its row decides. */
@Injectable()
export class Runner implements OnModuleDestroy {
  private readonly log = new Logger('runner')
  private readonly inHand = new InHand()
  private readonly claims = new Batcher((ids: readonly string[]) => this.claimAll(ids), {
    concurrency: COMMITS_AT_ONCE,
  })
  private stopped = false

  constructor(
    private readonly announcements: Announcements,
    private readonly announcer: Announcer,
    private readonly identity: WorkerIdentity,
    private readonly operation: ExecuteOperation,
    private readonly clock: Clock,
    private readonly traces: Traces,
  ) {}

  /** Claims nothing more and waits for the running operations, while sessions and database are still open. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true
    await this.inHand.ended()
    await this.announcer.stop()
  }

  /** Whether an operation is being claimed or executed here. */
  has(id: string): boolean {
    return this.inHand.has(id)
  }

  /** How many operations of an account are being claimed or executed here. */
  busy(account: string): number {
    return this.inHand.busy(account)
  }

  /** Runs an operation without a message as soon as it is stored. If that fails, somebody announces it. */
  runStored(account: string, id: string, stored: Promise<unknown>): void {
    if (this.stopped || this.inHand.has(id)) return
    const work = stored.then(() => this.execute(id))
    this.inHand.add(account, id, work).catch((error: Error) => this.log.warn(`an operation waits: ${error.message}`))
  }

  /**
   * Claims the operation of a message and executes it once. Resolves when it has ended or waits, and when it cannot be
   * claimed: then another message has come before, or another one will come. Rejects when this worker cannot claim.
   */
  async run(account: string, id: string): Promise<void> {
    if (this.stopped) throw new Error('the worker is stopping')
    // An earlier execution here may be of a number that this worker has lost, and the message be about its release.
    await this.inHand.without(id)
    // In hand before its claim: an operation that this worker has claimed and that is not in hand counts as lost.
    await this.inHand.add(account, id, this.execute(id))
  }

  /** Runs a routine look as soon as the orders of its account leave one of the sessions free. */
  async runLook(account: string, id: string, sessions: number): Promise<void> {
    await this.inHand.room(account, sessions)
    await this.run(account, id)
  }

  private async execute(id: string): Promise<void> {
    const claimed = await this.claim(id)
    if (!claimed) return this.announcer.wakeLater()
    const { operation, worker } = claimed
    const { account, kind, object, resellerId, correlationId, attempts, submittedAt, trace } = operation
    const start: SpanStart = {
      kind: 'consumer',
      attributes: { 'nameyard.operation': id, 'nameyard.registry': account, 'nameyard.attempt': attempts },
    }
    const stored = { correlationId, operation: kind, account: resellerId, trace, since: submittedAt }
    const isFollowed = await this.traces.carryOn(stored, this.clock.now(), `execute ${kind}`, start, (span) =>
      this.operation
        .execute(span ? { ...operation, trace: span.traceparent } : operation, worker)
        .catch((error: Error) => {
          this.log.error(`${kind} of ${object}: ${error.message}`)
          return true
        }),
    )
    if (isFollowed) await this.announcer.ended(operation)
  }

  /** Tries until the database answers: a message that returned to its queue would come back at once. */
  private async claim(id: string): Promise<Claimed | undefined> {
    for (;;) {
      try {
        return await this.claims.add(id)
      } catch (error) {
        this.log.warn(`cannot claim an operation: ${(error as Error).message}`)
        if (!this.stopped) await pause(RETRY_MS)
        if (this.stopped || this.identity.number === undefined) throw error
      }
    }
  }

  private async claimAll(ids: readonly string[]): Promise<readonly (Claimed | undefined)[]> {
    const worker = this.identity.number
    if (worker === undefined || this.stopped) throw new Error('the worker has no number at the moment')
    const claimed = await this.announcements.claim(worker, ids, this.clock.now())
    const byId = new Map(claimed.map((operation) => [operation.id, { operation, worker }]))
    return ids.map((id) => byId.get(id))
  }
}

interface Claimed {
  readonly operation: ClaimedOperation
  readonly worker: number
}
