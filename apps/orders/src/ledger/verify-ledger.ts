import { Controller } from '@nestjs/common'
import { Refusal } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { MAX_ORDERS_ASKED } from '@nameyard/contracts/orders/placed-orders'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { sql } from '@nameyard/persistence/statement'
import {
  checks,
  counts,
  MAX_FINDINGS,
  openReservations,
  settledReservations,
  type OpenReservation,
  type ReservedOrder,
} from './ledger-checks'
import { isOwner, OrderOwners } from './order-owners'

type Verdict = Result<typeof verifyLedger>
type Finding = Verdict['findings'][number]

/** All checks see the same snapshot, whatever is written meanwhile. */
const sameSnapshot = sql`set transaction isolation level repeatable read, read only`

/** Sorts before the id of any order. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Checks the ledger against its rules, and asks the owners of confirmed reservations whether the orders exist. */
@Controller()
export class VerifyLedger {
  constructor(
    private readonly database: Database,
    private readonly owners: OrderOwners,
  ) {}

  @Handles(verifyLedger)
  async execute({ all }: Input<typeof verifyLedger>, call: Call): Promise<Verdict> {
    const { findings, open, counted } = await this.database.unitOfWork(call, (tx) => this.checkRules(tx))
    const { missing, unasked } = await this.withoutOrder(open, all, call)
    return {
      findings: [...findings, ...missing],
      unasked,
      open: {
        total: open.length,
        oldest: open
          .slice(0, MAX_FINDINGS)
          .map(({ reservedAt, ...rest }) => ({ ...rest, reservedAt: printDate(reservedAt) })),
      },
      counted,
    }
  }

  private async checkRules(tx: Tx) {
    await tx.query(sameSnapshot)
    const findings: Finding[] = []
    for (const [rule, check] of Object.entries(checks)) {
      const found = await tx.query(check)
      findings.push(...found.map(({ subject, detail }) => ({ rule: rule as Finding['rule'], subject, detail })))
    }
    const open = await tx.query(openReservations)
    const [counted] = await tx.query(counts)
    return { findings, open, counted: counted! }
  }

  /** Asks about reservations page by page, so that memory use does not grow with the ledger. */
  private async withoutOrder(open: readonly OpenReservation[], all: boolean, call: Call) {
    const missing = new MissingOrders(this.owners, call)
    await missing.check(open.filter(({ state }) => state === 'confirmed'))
    let page = all ? await this.settled(FIRST_ID) : []
    while (page.length > 0) {
      await missing.check(page)
      page = await this.settled(page.at(-1)!.orderId)
    }
    return missing
  }

  private settled(after: string): Promise<ReservedOrder[]> {
    return this.database.read(settledReservations, { after, limit: MAX_ORDERS_ASKED })
  }
}

/** Collects confirmed reservations whose owner does not know the order. */
class MissingOrders {
  readonly missing: Finding[] = []
  private readonly unreachable = new Set<string>()

  constructor(
    private readonly owners: OrderOwners,
    private readonly call: Call,
  ) {}

  /** Owners that did not answer; they are not asked again. */
  get unasked(): string[] {
    return [...this.unreachable]
  }

  async check(reservations: readonly ReservedOrder[]): Promise<void> {
    for (const owner of new Set(reservations.map((each) => each.owner))) {
      if (this.unreachable.has(owner)) continue
      const orderIds = reservations.filter((each) => each.owner === owner).map(({ orderId }) => orderId)
      try {
        if (!isOwner(owner)) throw new Refusal('service_unavailable')
        const placed = await this.owners.placed(owner, orderIds, { refuseOthers: false }, this.call)
        const lost = orderIds.filter((orderId) => !placed.has(orderId)).slice(0, MAX_FINDINGS - this.missing.length)
        this.missing.push(
          ...lost.map((orderId) => ({
            rule: 'a confirmed reservation has its order' as const,
            subject: `order ${orderId}`,
            detail: `${owner} does not know this order`,
          })),
        )
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        this.unreachable.add(owner)
      }
    }
  }
}
