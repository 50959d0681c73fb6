import { randomUUID } from 'node:crypto'
import { findOwnedDomain } from '@nameyard/contracts/domains/find-owned-domain'
import { Refusal } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import type { Charge } from '@nameyard/contracts/orders/charge'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Inject, Injectable, Logger } from '@nestjs/common'
import { DNS_LOOKUP, LookupFailed, type DnsLookup } from '../proofs/dns-lookup'
import { HostedProofs } from '../proofs/hosted-proofs'
import { DmarcMoney } from './dmarc-money'
import {
  changeDmarcOrder,
  changeValues,
  claimDmarcOrder,
  freeSuccessor,
  lockDmarcOrder,
  type DmarcWorkRow,
} from './dmarc-order.store'
import { DMARC_PROVIDER, type DmarcProvider } from './dmarc-provider'
import { hostOf } from './model/dmarc-names'
import { after, decide, isRenewalDue, pause, periodsOf, type Fact, type Facts } from './model/dmarc-order-life'

/** How long one process has an order to itself; longer than everything that it asks about it may take together. */
const CLAIM_MS = 20_000

/** How long another service may take to answer. */
const ANSWER_MS = 4_000

const so: Fact = { is: 'so' }

/**
 * The work on one order: what must be known is asked outside of any transaction, and what follows from it is one
 * transaction with its money. Whoever dies between the two leaves an order that is claimed for a while and then taken up
 * anew; everything that is asked of others may be asked again.
 */
@Injectable()
export class DmarcWork {
  private readonly log = new Logger('dmarc')

  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
    private readonly money: DmarcMoney,
    private readonly hosted: HostedProofs,
    @Inject(DNS_LOOKUP) private readonly dns: DnsLookup,
    @Inject(DMARC_PROVIDER) private readonly provider: DmarcProvider,
  ) {}

  /** Does what is due about an order, unless somebody else is at it. */
  async attend(id: number): Promise<void> {
    const machineMs = this.clock.machineMs()
    const values = [id, this.clock.now(), new Date(machineMs), new Date(machineMs + CLAIM_MS)]
    const [order] = await this.database.read<DmarcWorkRow>(claimDmarcOrder, values)
    if (!order) return
    if (order.status === 'REQ' || order.status === 'ACT') await this.carryOn(order)
    else await this.tidy(order)
  }

  /** Asks about a live order, and concludes. */
  private async carryOn(order: DmarcWorkRow): Promise<void> {
    const facts = await this.learn(order)
    const renews = isRenewalDue(order, this.clock.now()) && facts.delivered?.is === 'so'
    const price = renews ? await this.priceOf(order) : undefined
    const payable = price === undefined ? undefined : price.payable
    try {
      await this.conclude(order, { ...facts, ...(payable && { payable }) }, price?.charge)
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal !== 'credit_too_low') throw error
      await this.conclude(order, { ...facts, payable: { is: 'not so', problem: error.message } })
    }
  }

  private async learn(order: DmarcWorkRow): Promise<Facts> {
    const held = await this.isHeld(order)
    const isPlaceable = order.status === 'REQ' && held.is === 'so'
    const obstacle = isPlaceable ? await this.place(order) : undefined
    const proved = held.is === 'not so' ? held : await this.isProved(order, obstacle)
    const isWanted = order.status === 'REQ' || isRenewalDue(order, this.clock.now())
    const delivers = isWanted && held.is === 'so' && proved.is === 'so'
    return { held, proved, ...(delivers && { delivered: await this.deliver(order) }) }
  }

  private async isHeld({ resellerId, name }: DmarcWorkRow): Promise<Fact> {
    try {
      await this.rpc.call(findOwnedDomain, { resellerId, name }, this.call())
      return so
    } catch (error) {
      if (error instanceof Refusal && error.refusal === 'domain_not_found')
        return { is: 'not so', problem: error.message }
      return { is: 'unknown', problem: `whose ${name} is cannot be asked now` }
    }
  }

  /** Places the proof where the zone is hosted here; tells what is in the way. */
  private async place(order: DmarcWorkRow): Promise<string> {
    const host = hostOf(order.name)
    try {
      const placed = await this.hosted.place(this.proofOf(order), this.call())
      if (placed === 'not hosted') return `the zone is not hosted here: place the record yourself`
      return placed === 'refused' ? `other records of ${host} are in the way` : ''
    } catch {
      return `it cannot be placed now`
    }
  }

  private async isProved({ name }: DmarcWorkRow, obstacle = ''): Promise<Fact> {
    const [host, target] = [hostOf(name), this.provider.targetOf(name)]
    const why = obstacle === '' ? '' : ` (${obstacle})`
    try {
      const found = await this.dns.records(host, 'CNAME')
      if (found.includes(target)) return so
      return { is: 'not so', problem: `${host} has no CNAME ${target}${why}` }
    } catch (error) {
      if (!(error instanceof LookupFailed)) throw error
      return { is: 'unknown', problem: `${error.message}${why}` }
    }
  }

  private async deliver({ name }: DmarcWorkRow): Promise<Fact> {
    try {
      return await this.provider.begin(name, this.call())
    } catch (error) {
      this.log.warn(`the provider does not begin with ${name}: ${(error as Error).message}`)
      return { is: 'unknown', problem: 'the provider cannot be asked now' }
    }
  }

  private async priceOf({ resellerId, name }: DmarcWorkRow): Promise<{ charge?: Charge; payable: Fact }> {
    try {
      return { charge: await this.money.price(resellerId, 'renew', name), payable: so }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { payable: { is: 'not so', problem: error.message } }
    }
  }

  /** Writes down what follows, with its money, unless the order is another one's by now or has been ended meanwhile. */
  private async conclude(claimed: DmarcWorkRow, facts: Facts, renewal?: Charge): Promise<void> {
    await this.settled(claimed, async (order, tx) => {
      if (order.status !== claimed.status) return order
      const { event, change, money } = decide(order, facts, this.clock.now())
      const status = event === undefined ? order.status : after(order.status, event)
      if (status === undefined) throw new Error(`DMARC order ${order.id} is ${order.status} and cannot be ${event}`)
      if (money === 'renew') {
        const chargeId = await this.money.reserve(tx, order, renewal!, periodsOf(order))
        await this.money.settle(tx, chargeId, 'captured')
        return { ...order, ...change, status }
      }
      const isOver = money !== undefined || (event === 'deleted' && order.chargeId !== null)
      if (isOver) await this.money.settle(tx, order.chargeId, money === 'capture' ? 'captured' : 'released')
      return { ...order, ...change, status, ...(isOver && { chargeId: null }) }
    })
  }

  /** Takes away what was published for an order that has ended. */
  private async tidy(claimed: DmarcWorkRow): Promise<void> {
    let isTidy = true
    try {
      await this.hosted.remove(this.proofOf(claimed), this.call())
      await this.provider.end(claimed.name, this.call())
    } catch (error) {
      isTidy = false
      this.log.warn(`records of ${claimed.name} are taken away later: ${(error as Error).message}`)
    }
    await this.settled(claimed, async (order) => {
      // Ordered again, or superseded by another order of the name: the records are wanted.
      if (order.status !== claimed.status || order.dueAt === null) return order
      return { ...order, dueAt: isTidy ? null : new Date(this.clock.epochMs() + pause(order.attempts)) }
    })
  }

  /** Changes an order that this process still has, and gives it free. */
  private async settled(
    claimed: DmarcWorkRow,
    change: (order: DmarcWorkRow, tx: Tx) => Promise<DmarcWorkRow>,
  ): Promise<void> {
    await this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
      const [order] = await tx.query<DmarcWorkRow>(lockDmarcOrder, [claimed.id])
      if (order?.claimedUntil?.getTime() !== claimed.claimedUntil!.getTime()) return
      if (order.dueAt === null) await tx.query(freeSuccessor, [order.name, order.claimedUntil])
      await tx.query(changeDmarcOrder, changeValues({ ...(await change(order, tx)), claimedUntil: null }))
    })
  }

  private proofOf({ resellerId, name }: DmarcWorkRow) {
    return { resellerId, name: hostOf(name), type: 'CNAME' as const, value: this.provider.targetOf(name) }
  }

  private call(): Call {
    return { correlationId: randomUUID(), deadline: this.clock.machineMs() + ANSWER_MS }
  }
}
