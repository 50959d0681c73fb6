import { Refusal } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'
import { checks, counts, MAX_FINDINGS, openReservations } from './ledger-checks'
import { isOwner, OrderOwners } from './order-owners'

type Verdict = Result<typeof verifyLedger>
type Finding = Verdict['findings'][number]

interface Open {
  readonly orderId: string
  readonly owner: string
  readonly resellerId: number
  readonly subject: string
  readonly state: 'open' | 'confirmed'
  readonly reservedAt: Date
}

/** Every check looks at the same books, whatever moves meanwhile. */
const sameSnapshot = statement('', 'set transaction isolation level repeatable read, read only')

/** Checks the books against every rule of theirs, and asks the owners of confirmed reservations about the orders. */
@Controller()
export class VerifyLedger {
  constructor(
    private readonly database: Database,
    private readonly owners: OrderOwners,
  ) {}

  @Handles(verifyLedger)
  async execute(_: Input<typeof verifyLedger>, call: Call): Promise<Verdict> {
    const { findings, open, counted } = await this.database.unitOfWork(call, (tx) => this.books(tx))
    const { missing, unasked } = await this.withoutOrder(open, call)
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

  private async withoutOrder(open: readonly Open[], call: Call) {
    const missing: Finding[] = []
    const unasked: string[] = []
    const confirmed = open.filter(({ state }) => state === 'confirmed')
    for (const owner of new Set(confirmed.map((each) => each.owner))) {
      const orderIds = confirmed.filter((each) => each.owner === owner).map(({ orderId }) => orderId)
      try {
        if (!isOwner(owner)) throw new Refusal('service_unavailable')
        const placed = await this.owners.placed(owner, orderIds, { refuseOthers: false }, call)
        const lost = orderIds.filter((orderId) => !placed.has(orderId)).slice(0, MAX_FINDINGS)
        missing.push(
          ...lost.map((orderId) => ({
            rule: 'a confirmed reservation has its order' as const,
            subject: `order ${orderId}`,
            detail: `${owner} knows of no such order`,
          })),
        )
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        unasked.push(owner)
      }
    }
    return { missing, unasked }
  }
}
