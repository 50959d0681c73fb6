import { Inject, Injectable, Logger } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { findOwnedDomain } from '@nameyard/contracts/domains/find-owned-domain'
import { Refusal } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import type { Charge } from '@nameyard/contracts/orders/charge'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Traces } from '@nameyard/runtime/traces'
import { DNS_LOOKUP, LookupFailed, type DnsLookup } from '../proofs/dns-lookup'
import { HostedProofs } from '../proofs/hosted-proofs'
import { NameControl } from '../proofs/name-control'
import { DmarcCharges } from './dmarc-charges'
import { DmarcEvents } from './dmarc-events'
import {
  changeDmarcOrder,
  claimDmarcOrder,
  freeSuccessor,
  lockDmarcOrder,
  type DmarcProcessingRow,
} from './dmarc-order.store'
import { DMARC_PROVIDER, type DmarcProvider } from './dmarc-provider'
import { hostOf } from './model/dmarc-names'
import {
  nextStatus,
  decide,
  isRenewalDue,
  retryDelay,
  periodsOf,
  type Fact,
  type DmarcEvent,
  type Facts,
} from './model/dmarc-order-lifecycle'

/** How long one process works on an order exclusively: longer than all its calls can take together. */
const CLAIM_MS = 20_000

/** Timeout of a call to another service. */
const ANSWER_MS = 4_000

/** The step of a trace, and what its log lines belong to. */
const STEP = 'process dmarc order'

/** A claimed order, and the request for which it is processed. */
interface Work extends DmarcProcessingRow {
  readonly correlationId: string
}

/** An order after a change, and what has happened to it. */
interface Changed {
  readonly order: DmarcProcessingRow
  readonly event?: DmarcEvent | undefined
}

const isTrue: Fact = { is: 'true' }

/**
 * Processes due orders. It gathers the facts outside a transaction, then stores the decision and its charge in one
 * transaction. If the process dies between these steps, the claim expires and another process continues the order. All
 * calls to others are idempotent.
 */
@Injectable()
export class DmarcOrderProcessor {
  private readonly log = new Logger('dmarc')

  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
    private readonly charges: DmarcCharges,
    private readonly events: DmarcEvents,
    private readonly hosted: HostedProofs,
    private readonly control: NameControl,
    private readonly traces: Traces,
    @Inject(DNS_LOOKUP) private readonly dns: DnsLookup,
    @Inject(DMARC_PROVIDER) private readonly provider: DmarcProvider,
  ) {}

  /** Processes a due order, unless another process has claimed it. */
  async process(id: number): Promise<void> {
    const machineMs = this.clock.machineMs()
    const values = { id, now: this.clock.now(), machineNow: new Date(machineMs), until: new Date(machineMs + CLAIM_MS) }
    const [order] = await this.database.read(claimDmarcOrder, values)
    if (!order) return
    const { request, trace, askedAt, resellerId, attempts } = order
    const work: Work = { ...order, correlationId: request ?? uuidv7() }
    const step = { correlationId: work.correlationId, operation: STEP, account: resellerId, trace, since: askedAt }
    const attributes = { 'nameyard.order': id, 'nameyard.attempt': attempts }
    await this.traces.carryOn(step, this.clock.now(), STEP, { kind: 'consumer', attributes }, () =>
      order.status === 'REQ' || order.status === 'ACT' ? this.processLive(work) : this.removeRecords(work),
    )
  }

  /** Gathers the facts about a live order and stores the decision. */
  private async processLive(order: Work): Promise<void> {
    // Facts and decision are of the same moment. At a later one a renewal could be due for which no price was asked.
    const now = this.clock.now()
    const facts = await this.gatherFacts(order, now)
    const renews = isRenewalDue(order, now) && facts.delivered?.is === 'true'
    const price = renews ? await this.priceOf(order) : undefined
    const payable = price === undefined ? undefined : price.payable
    try {
      await this.conclude(order, { ...facts, ...(payable && { payable }) }, now, price?.charge)
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal !== 'credit_too_low') throw error
      await this.conclude(order, { ...facts, payable: { is: 'false', problem: error.message } }, now)
    }
  }

  private async gatherFacts(order: Work, now: Date): Promise<Facts> {
    const held = await this.isHeld(order)
    const isPlaceable = order.status === 'REQ' && held.is === 'true'
    const obstacle = isPlaceable ? await this.place(order) : undefined
    const proved = held.is === 'false' ? held : await this.isProved(order, obstacle)
    const isWanted = order.status === 'REQ' || isRenewalDue(order, now)
    const delivers = isWanted && held.is === 'true' && proved.is === 'true'
    return { held, proved, ...(delivers && { delivered: await this.deliver(order) }) }
  }

  private async isHeld({ resellerId, name, correlationId }: Work): Promise<Fact> {
    try {
      await this.rpc.call(findOwnedDomain, { resellerId, name }, this.call(correlationId))
      return isTrue
    } catch (error) {
      if (error instanceof Refusal && error.refusal === 'domain_not_found')
        return { is: 'false', problem: error.message }
      return { is: 'unknown', problem: `the owner of ${name} cannot be checked now` }
    }
  }

  /** Places the proof if the zone is hosted here. Returns the obstacle, or an empty text. */
  private async place(order: Work): Promise<string> {
    const host = hostOf(order.name)
    try {
      const placed = await this.hosted.place(this.proofOf(order), this.call(order.correlationId))
      if (placed === 'not hosted') return `the zone is not hosted here: add the record yourself`
      return placed === 'refused' ? `other records of ${host} are in conflict` : ''
    } catch {
      return `the record cannot be placed now`
    }
  }

  /** The record counts only for an account that controls the name: in a zone of this platform it proves nothing. */
  private async isProved({ resellerId, name, correlationId }: Work, obstacle = ''): Promise<Fact> {
    const [host, target] = [hostOf(name), this.provider.targetOf(name)]
    const why = obstacle === '' ? '' : ` (${obstacle})`
    try {
      const found = await this.dns.records(host, 'CNAME')
      if (found.includes(target)) return await this.isControlled(resellerId, name, correlationId)
      return { is: 'false', problem: `${host} has no CNAME ${target}${why}` }
    } catch (error) {
      if (!(error instanceof LookupFailed)) throw error
      return { is: 'unknown', problem: `${error.message}${why}` }
    }
  }

  /** An order of a domain is not enough: before it succeeds, another account may hold the name. */
  private async isControlled(resellerId: number, name: string, correlationId: string): Promise<Fact> {
    try {
      return await this.control.of(resellerId, name, this.call(correlationId))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { is: 'unknown', problem: `the control of ${name} cannot be checked now` }
    }
  }

  private async deliver({ name, correlationId }: Work): Promise<Fact> {
    try {
      return await this.provider.begin(name, this.call(correlationId))
    } catch (error) {
      this.log.warn(`the provider did not start to monitor ${name}: ${(error as Error).message}`)
      return { is: 'unknown', problem: 'the provider cannot be reached now' }
    }
  }

  private async priceOf({ resellerId, name }: DmarcProcessingRow): Promise<{ charge?: Charge; payable: Fact }> {
    try {
      return { charge: await this.charges.price(resellerId, 'renew', name), payable: isTrue }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { payable: { is: 'false', problem: error.message } }
    }
  }

  /** Stores the decision with its charge, unless another process has the order now or it has ended meanwhile. */
  private async conclude(claimed: Work, facts: Facts, now: Date, renewal?: Charge): Promise<void> {
    await this.updateClaimed(claimed, async (order, tx) => {
      if (order.status !== claimed.status) return { order }
      const { event, change, money } = decide(order, facts, now)
      const status = event === undefined ? order.status : nextStatus(order.status, event)
      if (status === undefined) throw new Error(`DMARC order ${order.id} is ${order.status} and cannot be ${event}`)
      if (money === 'renew') {
        const chargeId = await this.charges.reserve(tx, order, renewal!, periodsOf(order))
        await this.charges.settle(tx, chargeId, 'captured')
        return { order: { ...order, ...change, status }, event }
      }
      const isOver = money !== undefined || (event === 'deleted' && order.chargeId !== null)
      if (isOver) await this.charges.settle(tx, order.chargeId, money === 'capture' ? 'captured' : 'released')
      // An active order has what the request wanted. The records of an ended one are removed for the request that ended it.
      const done = status === 'ACT' && { request: null, trace: null }
      return { order: { ...order, ...change, status, ...done, ...(isOver && { chargeId: null }) }, event }
    })
  }

  /** Removes the records that were published for an ended order. */
  private async removeRecords(claimed: Work): Promise<void> {
    let isRemoved = true
    try {
      await this.hosted.remove(this.proofOf(claimed), this.call(claimed.correlationId))
      await this.provider.end(claimed.name, this.call(claimed.correlationId))
    } catch (error) {
      isRemoved = false
      this.log.warn(`records of ${claimed.name} are removed later: ${(error as Error).message}`)
    }
    await this.updateClaimed(claimed, async (order) => {
      // The order was retried or superseded by another order of the name, which needs the records.
      if (order.status !== claimed.status || order.dueAt === null) return { order }
      if (isRemoved) return { order: { ...order, dueAt: null, request: null, trace: null } }
      return { order: { ...order, dueAt: new Date(this.clock.epochMs() + retryDelay(order.attempts)) } }
    })
  }

  /** Changes an order that this process still has claimed, and releases the claim. */
  private async updateClaimed(
    claimed: Work,
    change: (order: DmarcProcessingRow, tx: Tx) => Promise<Changed>,
  ): Promise<void> {
    await this.database.unitOfWork({ correlationId: claimed.correlationId }, async (tx) => {
      const [order] = await tx.query(lockDmarcOrder, { id: claimed.id })
      if (order?.claimedUntil?.getTime() !== claimed.claimedUntil!.getTime()) return
      if (order.dueAt === null) await tx.query(freeSuccessor, { name: order.name, claimedUntil: order.claimedUntil })
      const { order: after, event } = await change(order, tx)
      const [changed] = await tx.query(changeDmarcOrder, { ...after, claimedUntil: null })
      if (event) await this.events.tell(tx, order.resellerId, changed!, event)
    })
  }

  private proofOf({ resellerId, name }: DmarcProcessingRow) {
    return { resellerId, name: hostOf(name), type: 'CNAME' as const, value: this.provider.targetOf(name) }
  }

  private call(correlationId: string): Call {
    return { correlationId, deadline: this.clock.machineMs() + ANSWER_MS }
  }
}
