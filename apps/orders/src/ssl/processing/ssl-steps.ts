import { Inject, Injectable, Logger } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Traces } from '@nameyard/runtime/traces'
import { inSpan } from '@nameyard/tracing/work'
import { ORDERS_CONFIG, type OrdersConfig } from '../../config'
import { yearsLater } from '../../pricing/model/years-later'
import { HostedProofs } from '../../proofs/hosted-proofs'
import { NameControl } from '../../proofs/name-control'
import { CERTIFICATE_AUTHORITY, IssueForbidden, type CertificateAuthority } from '../ca/certificate-authority'
import { OrderChanges } from '../lifecycle/order-changes'
import { Renewals } from '../lifecycle/renewals'
import { lockSame, type SslOrder, type StoredValidation } from '../lifecycle/ssl-order.store'
import { isProofOverdue, isRenewable, nextDueDate, nextProofCheck, nextRetry } from '../model/lifecycle'
import { provenName } from '../model/names'
import { recordNameOf } from '../model/validation'
import * as store from './ssl-steps.store'

/** Exclusive time of a step: longer than the slowest look-ups and CA calls. Then another process may continue. */
const CLAIM_MS = 120_000
/** Timeout of calls to other services. */
const ANSWER_MS = 10_000
/** The step of a trace, and what its log lines belong to. */
const STEP = 'process ssl order'
/** Proofs checked concurrently. */
const CONCURRENCY = 10

/**
 * Processes due orders step by step. All calls to others are idempotent, so an interrupted step is repeated with the same
 * result. A step stores nothing when the order was changed meanwhile.
 */
@Injectable()
export class SslSteps {
  private readonly log = new Logger('certificates')

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly proofs: HostedProofs,
    private readonly control: NameControl,
    private readonly changes: OrderChanges,
    private readonly renewals: Renewals,
    private readonly traces: Traces,
    @Inject(CERTIFICATE_AUTHORITY) private readonly authority: CertificateAuthority,
    @Inject(ORDERS_CONFIG) private readonly config: OrdersConfig,
  ) {}

  /** Processes the order that is due first. Returns false when none is due. */
  async processNext(): Promise<boolean> {
    const machine = this.clock.machineMs()
    const until = new Date(machine + CLAIM_MS)
    const [order] = await this.database.read(store.claimDue, {
      now: this.clock.now(),
      machineNow: new Date(machine),
      until,
    })
    if (!order) return false
    const { id, request, trace, askedAt, resellerId, work, attempts } = order
    const call = { correlationId: request ?? uuidv7(), deadline: machine + ANSWER_MS }
    const step = { correlationId: call.correlationId, operation: STEP, account: resellerId, trace, since: askedAt }
    const attributes = { 'nameyard.order': id, 'nameyard.work': work, 'nameyard.attempt': attempts + 1 }
    await this.traces.carryOn(step, this.clock.now(), STEP, { kind: 'consumer', attributes }, async (span) => {
      try {
        await this.processStep(order, call)
      } catch (error) {
        span?.fail((error as Error).name)
        await this.retryLater(order, call, error)
      }
    })
    return true
  }

  /** The order shows the problem until the step is retried. */
  private async retryLater(order: SslOrder, call: Call, error: unknown): Promise<void> {
    const problem = error instanceof Refusal ? 'a service of the platform is not available' : (error as Error).message
    this.log.warn(`order ${order.id} waits: ${problem}`)
    await this.settle(order, call, async (tx) => {
      await tx.query(store.storeProblem, { id: order.id, problem })
      await tx.query(store.postpone, {
        id: order.id,
        dueAt: nextRetry(this.clock.now(), order.attempts),
        attempts: order.attempts + 1,
      })
    })
  }

  private async processStep(order: SslOrder, call: Call): Promise<void> {
    if (order.work === 'revoke') return this.revoke(order, call)
    if (order.status === 'REQ') return this.validateAndIssue(order, call)
    await this.removeObsoleteProofs(order, null, call)
    if (order.status === 'ACT') return this.watchActive(order, call)
    await this.settle(order, call, (tx) => tx.query(store.rest, { id: order.id, dueAt: null }))
  }

  private async revoke(order: SslOrder, call: Call): Promise<void> {
    await inSpan('ca revoke', { kind: 'client' }, () => this.authority.revoke(orderKey(order)))
    await this.settle(order, call, (tx) => this.changes.cancelled(tx, order))
  }

  private async validateAndIssue(order: SslOrder, call: Call): Promise<void> {
    const now = this.clock.now()
    if (isProofOverdue(order.askedAt!, now, this.config.SSL_PROOF_DAYS)) {
      const problem = `control was not proven within ${this.config.SSL_PROOF_DAYS} days`
      return this.settle(order, call, (tx) => this.changes.notIssued(tx, order, problem))
    }
    await this.removeObsoleteProofs(order, order.token, call)
    const open = order.validations.filter(({ isProven }) => !isProven)
    if (order.hasDnsAutomation) await this.place(order, open, call)
    const problems = await this.check(order, open)
    const isProven = [...problems.values()].every((problem) => problem === '')
    const names = [...problems.keys()]
    const note = { id: order.id, names, problems: names.map((name) => problems.get(name)!), now }
    if (!isProven) {
      return this.settle(order, call, async (tx) => {
        await tx.query(store.storeChecks, note)
        await tx.query(store.storeProblem, { id: order.id, problem: '' })
        await tx.query(store.postpone, {
          id: order.id,
          dueAt: nextProofCheck(now, order.attempts),
          attempts: order.attempts + 1,
        })
      })
    }
    await this.refuseUncontrolled(order, call)
    const issued = await inSpan('ca issue', { kind: 'client' }, () =>
      this.authority.issue({
        orderKey: orderKey(order),
        requestKey: `${orderKey(order)} ${order.round}`,
        csr: order.csr,
        names: order.names,
        expiresAt: this.endOf(order, now),
      }),
    )
    await this.settle(order, call, async (tx) => {
      await tx.query(store.storeChecks, note)
      await this.changes.issued(tx, order, issued)
    })
  }

  /**
   * Throws when the account does not control a name. Whatever its method is, a proof depends on records of the name, and
   * those of a zone on this platform say nothing about who controls the name.
   */
  private async refuseUncontrolled({ resellerId, names }: SslOrder, call: Call): Promise<void> {
    const proven = [...new Set(names.map(provenName))]
    for (let from = 0; from < proven.length; from += CONCURRENCY) {
      const batch = proven.slice(from, from + CONCURRENCY)
      const found = await Promise.all(batch.map((name) => this.control.obstacle(resellerId, name, call)))
      const obstacle = found.find((each) => each !== '')
      if (obstacle !== undefined) throw new IssueForbidden(obstacle)
    }
  }

  /** A renewal starts at the end of the paid period. A reissued certificate keeps its end. */
  private endOf({ work, period, paidUntil }: SslOrder, now: Date): Date {
    if (work === 'reissue' && paidUntil) return paidUntil
    return yearsLater(work === 'renew' && paidUntil ? paidUntil : now, period)
  }

  /** Each record is stored before it is placed, so that it is removed later even after a crash. */
  private async place(order: SslOrder, open: readonly StoredValidation[], call: Call): Promise<void> {
    const byRecord = open.filter(({ method }) => method === 'dns')
    for (const name of new Set(byRecord.map(({ hostName }) => recordNameOf(hostName)))) {
      await this.database.read(store.recordPlacement, { id: order.id, name, value: order.token })
      await this.proofs.place({ resellerId: order.resellerId, name, type: 'TXT', value: order.token }, call)
    }
  }

  /** Returns the problem of each name; empty when its control is proven. */
  private async check(order: SslOrder, open: readonly StoredValidation[]): Promise<Map<string, string>> {
    const { token } = order
    const problems = new Map<string, string>()
    // A wildcard and its parent name are proven by the same record.
    const checks = new Map<string, Promise<string>>()
    const check = async (hostName: string, method: 'dns' | 'http' | 'https') => {
      const attributes = { 'nameyard.method': method }
      const control = await inSpan('ca check', { kind: 'client', attributes }, () =>
        this.authority.check({ hostName, method, token }),
      )
      return control.isProven ? '' : control.problem
    }
    for (let from = 0; from < open.length; from += CONCURRENCY) {
      const batch = open.slice(from, from + CONCURRENCY).map(async ({ hostName, method }) => {
        if (method === 'email') return [hostName, `waits for ${order.approverEmail}`] as const
        const key = `${method} ${provenName(hostName)}`
        const pending = checks.get(key) ?? check(hostName, method)
        checks.set(key, pending)
        return [hostName, await pending] as const
      })
      for (const [hostName, problem] of await Promise.all(batch)) problems.set(hostName, problem)
    }
    return problems
  }

  /** Removes proofs that are no longer needed. */
  private async removeObsoleteProofs(order: SslOrder, kept: string | null, call: Call): Promise<void> {
    const left = await this.database.read(store.obsoleteProofs, { id: order.id, kept })
    for (const { name, value } of left) {
      await this.proofs.remove({ resellerId: order.resellerId, name, type: 'TXT', value }, call)
      await this.database.read(store.deletePlacement, { id: order.id, name, value })
    }
  }

  private async watchActive(order: SslOrder, call: Call): Promise<void> {
    const now = this.clock.now()
    const expiresAt = order.expiresAt!
    if (now >= expiresAt) return this.settle(order, call, (tx) => this.changes.expired(tx, order))
    // Right after the issuance there is nothing to renew.
    const isDue = isRenewable(expiresAt, now)
    if (isDue && order.autorenew === 'on' && (await this.renewals.renewByItself(order, call))) return
    await this.settle(order, call, async (tx) => {
      if (isDue) await this.changes.remind(tx, order)
      // By the same moment as above. A later one could lie behind the first reminder, which would then never be sent.
      await tx.query(store.rest, { id: order.id, dueAt: nextDueDate(expiresAt, now) })
    })
  }

  /** Applies the result of a step, unless the order was changed meanwhile; then the next step handles it. */
  private settle(order: SslOrder, call: Call, act: (tx: Tx) => Promise<unknown>): Promise<void> {
    return this.database.unitOfWork(call, async (tx) => {
      const [same] = await tx.query(lockSame, { id: order.id, revision: order.revision })
      if (same) await act(tx)
      else await tx.query(store.releaseClaim, { id: order.id })
    })
  }
}

/** Returns the key of an order at the CA. */
function orderKey({ panelId }: Pick<SslOrder, 'panelId'>): string {
  return panelId
}
