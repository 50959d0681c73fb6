import { Refusal } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { MAX_ORDERS_ASKED } from '@nameyard/contracts/orders/placed-orders'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'
import { checks, counts, MAX_FINDINGS, openReservations, settledReservations } from './ledger-checks'
import { isOwner, OrderOwners } from './order-owners'

type Verdict = Result<typeof verifyLedger>
type Finding = Verdict['findings'][number]

interface Reserved {
  readonly orderId: string
  readonly owner: string
}

interface Open extends Reserved {
  readonly resellerId: number
  readonly subject: string
  readonly state: 'open' | 'confirmed'
  readonly reservedAt: Date
}

/** Every check looks at the same books, whatever moves meanwhile. */
const sameSnapshot = statement('', 'set transaction isolation level repeatable read, read only')

/** An id that comes before that of any order. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Checks the books against every rule of theirs, and asks the owners of confirmed reservations about the orders. */
@Controller()
export class VerifyLedger {
  constructor(
    private readonly database: Database,
    private readonly owners: OrderOwners,
  ) {}

  @Handles(verifyLedger)
  async execute({ all }: Input<typeof verifyLedger>, call: Call): Promise<Verdict> {
    const { findings, open, counted } = await this.database.unitOfWork(call, (tx) => this.books(tx))
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

  private async books(tx: Tx) {
    await tx.query(sameSnapshot)
    const findings: Finding[] = []
    for (const [rule, check] of Object.entries(checks)) {
      const found = await tx.query<{ subject: string; detail: string }>(check)
      findings.push(...found.map(({ subject, detail }) => ({ rule: rule as Finding['rule'], subject, detail })))
    }
    const open = await tx.query<Open & Record<string, unknown>>(openReservations)
    const [counted] = await tx.query<Verdict['counted'] & Record<string, unknown>>(counts)
    return { findings, open, counted: counted! }
  }

  /** Asks about reservations page by page, so that what is held in memory does not grow with the books. */
  private async withoutOrder(open: readonly Open[], all: boolean, call: Call) {
    const question = new OwnersAsked(this.owners, call)
    await question.about(open.filter(({ state }) => state === 'confirmed'))
    let page = all ? await this.settled(BEFORE_ALL) : []
    while (page.length > 0) {
      await question.about(page)
      page = await this.settled(page.at(-1)!.orderId)
    }
    return question
  }

  private settled(after: string): Promise<Reserved[]> {
    return this.database.read<Reserved & Record<string, unknown>>(settledReservations, [after, MAX_ORDERS_ASKED])
  }
}

/** What owners say about their orders. */
class OwnersAsked {
  readonly missing: Finding[] = []
  private readonly silent = new Set<string>()

  constructor(
    private readonly owners: OrderOwners,
    private readonly call: Call,
  ) {}

  /** Owners that gave no answer; they are not asked again. */
  get unasked(): string[] {
    return [...this.silent]
  }

  async about(reservations: readonly Reserved[]): Promise<void> {
    for (const owner of new Set(reservations.map((each) => each.owner))) {
      if (this.silent.has(owner)) continue
      const orderIds = reservations.filter((each) => each.owner === owner).map(({ orderId }) => orderId)
      try {
        if (!isOwner(owner)) throw new Refusal('service_unavailable')
        const placed = await this.owners.placed(owner, orderIds, { refuseOthers: false }, this.call)
        const lost = orderIds.filter((orderId) => !placed.has(orderId)).slice(0, MAX_FINDINGS - this.missing.length)
        this.missing.push(
          ...lost.map((orderId) => ({
            rule: 'a confirmed reservation has its order' as const,
            subject: `order ${orderId}`,
            detail: `${owner} knows of no such order`,
          })),
        )
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        this.silent.add(owner)
      }
    }
  }
}
