import { randomUUID } from 'node:crypto'
import { Refusal } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Inject, Injectable, Logger } from '@nestjs/common'
import { ORDERS_CONFIG, type OrdersConfig } from '../../config'
import { HostedProofs } from '../../proofs/hosted-proofs'
import { CERTIFICATE_AUTHORITY, type CertificateAuthority } from '../ca/certificate-authority'
import { isLapsed, isRenewable, nextLook, nextTry, yearsLater } from '../model/lifecycle'
import { provenName } from '../model/names'
import { recordNameOf } from '../model/validation'
import type { SslOrder, StoredValidation } from '../orders/ssl-order.store'
import { OrderChanges } from './order-changes'
import { Renewals } from './renewals'
import * as store from './ssl-steps.store'

/** A step is over by then, with every look-up and the CA at their slowest; another process may take the order. */
const CLAIM_MS = 120_000
/** How long other services may take to answer. */
const ANSWER_MS = 10_000
/** Names whose proofs are looked for at the same time. */
const AT_ONCE = 10

/**
 * Takes one step after another of the orders that are due. What is asked of others may be asked again: a step that ends
 * in the middle is taken anew and comes to the same end. A step of an order that was changed meanwhile changes nothing.
 */
@Injectable()
export class SslSteps {
  private readonly log = new Logger('certificates')

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly proofs: HostedProofs,
    private readonly changes: OrderChanges,
    private readonly renewals: Renewals,
    @Inject(CERTIFICATE_AUTHORITY) private readonly authority: CertificateAuthority,
    @Inject(ORDERS_CONFIG) private readonly config: OrdersConfig,
  ) {}

  /** Takes the step that is due first; whether there was one. */
  async takeDue(): Promise<boolean> {
    const machine = this.clock.machineMs()
    const until = new Date(machine + CLAIM_MS)
    const [order] = await this.database.read<SslOrder>(store.claimDue, [this.clock.now(), new Date(machine), until])
    if (!order) return false
    const call = { correlationId: randomUUID(), deadline: machine + ANSWER_MS }
    try {
      await this.take(order, call)
    } catch (error) {
      // Whoever was away is asked again later; what went wrong is told by the order.
      const problem = error instanceof Refusal ? 'a part of the platform is away' : (error as Error).message
      this.log.warn(`order ${order.id} waits: ${problem}`)
      await this.settle(order, call, async (tx) => {
        await tx.query(store.noteProblem, [order.id, problem])
        await tx.query(store.postpone, [order.id, nextTry(this.clock.now(), order.attempts), order.attempts + 1])
      })
    }
    return true
  }

  private async take(order: SslOrder, call: Call): Promise<void> {
    if (order.work === 'revoke') return this.revoke(order, call)
    if (order.status === 'REQ') return this.seekIssue(order, call)
    await this.clearPlaced(order, null, call)
    if (order.status === 'ACT') return this.live(order, call)
    await this.settle(order, call, (tx) => tx.query(store.postpone, [order.id, null, 0]))
  }

  private async revoke(order: SslOrder, call: Call): Promise<void> {
    await this.authority.revoke(orderKey(order))
    await this.settle(order, call, (tx) => this.changes.cancelled(tx, order))
  }

  private async seekIssue(order: SslOrder, call: Call): Promise<void> {
    const now = this.clock.now()
    if (isLapsed(order.askedAt!, now, this.config.SSL_PROOF_DAYS)) {
      const problem = `control was not proven within ${this.config.SSL_PROOF_DAYS} days`
      return this.settle(order, call, (tx) => this.changes.notIssued(tx, order, problem))
    }
    await this.clearPlaced(order, order.token, call)
    const open = order.validations.filter(({ isProven }) => !isProven)
    if (order.hasDnsAutomation) await this.place(order, open, call)
    const problems = await this.check(order, open)
    const isProven = [...problems.values()].every((problem) => problem === '')
    const names = [...problems.keys()]
    const note = [order.id, names, names.map((name) => problems.get(name)!), now]
    if (!isProven) {
      return this.settle(order, call, async (tx) => {
        await tx.query(store.noteChecks, note)
        await tx.query(store.noteProblem, [order.id, ''])
        await tx.query(store.postpone, [order.id, nextLook(now, order.attempts), order.attempts + 1])
      })
    }
    const issued = await this.authority.issue({
      orderKey: orderKey(order),
      requestKey: `${orderKey(order)} ${order.round}`,
      csr: order.csr,
      names: order.names,
      expiresAt: this.endOf(order, now),
    })
    await this.settle(order, call, async (tx) => {
      await tx.query(store.noteChecks, note)
      await this.changes.issued(tx, order, issued)
    })
  }

  /** A renewal goes on from the end that is paid for; a certificate that is issued again ends as the first one did. */
  private endOf({ work, period, paidUntil }: SslOrder, now: Date): Date {
    if (work === 'reissue' && paidUntil) return paidUntil
    return yearsLater(work === 'renew' && paidUntil ? paidUntil : now, period)
  }

  /** Each record is written down before it is placed: whatever happens in between, it will be taken away. */
  private async place(order: SslOrder, open: readonly StoredValidation[], call: Call): Promise<void> {
    const byRecord = open.filter(({ method }) => method === 'dns')
    for (const name of new Set(byRecord.map(({ hostName }) => recordNameOf(hostName)))) {
      await this.database.read(store.intendPlaced, [order.id, name, order.token])
      await this.proofs.place({ resellerId: order.resellerId, name, type: 'TXT', value: order.token }, call)
    }
  }

  /** What is missing of each name; nothing where control is proven. */
  private async check(order: SslOrder, open: readonly StoredValidation[]): Promise<Map<string, string>> {
    const { token } = order
    const problems = new Map<string, string>()
    // A wildcard and the name it stands below are proven by one record.
    const looks = new Map<string, Promise<string>>()
    const check = async (hostName: string, method: 'dns' | 'http' | 'https') => {
      const control = await this.authority.check({ hostName, method, token })
      return control.isProven ? '' : control.problem
    }
    for (let from = 0; from < open.length; from += AT_ONCE) {
      const batch = open.slice(from, from + AT_ONCE).map(async ({ hostName, method }) => {
        if (method === 'email') return [hostName, `waits for ${order.approverEmail}`] as const
        const key = `${method} ${provenName(hostName)}`
        const look = looks.get(key) ?? check(hostName, method)
        looks.set(key, look)
        return [hostName, await look] as const
      })
      for (const [hostName, problem] of await Promise.all(batch)) problems.set(hostName, problem)
    }
    return problems
  }

  /** Takes away records that nobody looks for any more. */
  private async clearPlaced(order: SslOrder, kept: string | null, call: Call): Promise<void> {
    const left = await this.database.read<{ name: string; value: string }>(store.leftPlaced, [order.id, kept])
    for (const { name, value } of left) {
      await this.proofs.remove({ resellerId: order.resellerId, name, type: 'TXT', value }, call)
      await this.database.read(store.forgetPlaced, [order.id, name, value])
    }
  }

  private async live(order: SslOrder, call: Call): Promise<void> {
    const now = this.clock.now()
    const expiresAt = order.expiresAt!
    if (now >= expiresAt) return this.settle(order, call, (tx) => this.changes.expired(tx, order))
    // What was just issued was not due for anything.
    const isDue = isRenewable(expiresAt, now)
    if (isDue && order.autorenew === 'on' && (await this.renewals.renewByItself(order, call))) return
    await this.settle(order, call, async (tx) => {
      if (isDue) await this.changes.remind(tx, order)
      await tx.query(store.postpone, [order.id, this.changes.next(order), 0])
    })
  }

  /** Acts on the order as it was when the step was taken; where it is not that any more the next step sees it anew. */
  private settle(order: SslOrder, call: Call, act: (tx: Tx) => Promise<unknown>): Promise<void> {
    return this.database.unitOfWork(call, async (tx) => {
      const [same] = await tx.query(store.lockSame, [order.id, order.revision])
      if (same) await act(tx)
      else await tx.query(store.letGo, [order.id])
    })
  }
}

/** What the CA knows an order by. */
function orderKey({ panelId }: Pick<SslOrder, 'panelId'>): string {
  return panelId
}
