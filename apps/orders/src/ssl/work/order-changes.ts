import { sendCertificateMail } from '@nameyard/contracts/customers/send-certificate-mail'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable } from '@nestjs/common'
import { refundOwn, settleOwn } from '../../ledger/own-orders'
import { isRefundable, nextOfLife } from '../model/lifecycle'
import { provenName } from '../model/names'
import { REFUND_DAYS } from '../model/product'
import type { Issued } from '../ca/certificate-authority'
import type { SslOrder } from '../orders/ssl-order.store'

interface Purchase {
  readonly [column: string]: unknown
  readonly orderId: string
  readonly capturedAt: Date | null
}

/** Days in which the link in a mail works. */
const LINK_DAYS = 30

const openPurchase = statement(
  'ssl.open-purchase',
  `select p.order_id as "orderId", null as "capturedAt" from ssl_purchase p
   where p.ssl_order_id = $1 and p.captured_at is null and p.released_at is null for update`,
)
const capturedPurchases = statement(
  'ssl.captured-purchases',
  `select p.order_id as "orderId", p.captured_at as "capturedAt" from ssl_purchase p
   where p.ssl_order_id = $1 and p.captured_at is not null and p.refunded_at is null for update`,
)
const endPurchase = statement(
  'ssl.end-purchase',
  `update ssl_purchase set captured_at = case when $2 = 'captured' then $3::timestamptz end,
     released_at = case when $2 = 'released' then $3::timestamptz end where order_id = $1`,
)
const refundPurchase = statement('ssl.refund', 'update ssl_purchase set refunded_at = $2 where order_id = $1')

const activate = statement(
  'ssl.activate',
  `update ssl_order set status = 'ACT', work = 'nothing', problem = '', serial = $2, certificate = $3,
     intermediate_certificate = $4, root_certificate = $5, activated_at = $6, expires_at = $7, paid_until = $7,
     due_at = $8, attempts = 0, claimed_until = null, revision = revision + 1
   where id = $1`,
)
const end = statement(
  'ssl.end',
  `update ssl_order set status = $2, work = 'nothing', problem = $3, due_at = $4, attempts = 0, claimed_until = null,
     revision = revision + 1
   where id = $1`,
)

/** What happens to orders, with their money, in the transaction that it happens in. */
@Injectable()
export class OrderChanges {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** It was issued: what was set aside for it is taken. Proofs that were placed are taken away by the next step. */
  async issued(tx: Tx, order: SslOrder, issued: Issued): Promise<void> {
    const now = this.clock.now()
    const { serial, certificate, intermediate, root, expiresAt } = issued
    await this.settle(tx, order, 'captured')
    await tx.query(activate, [order.id, serial, certificate, intermediate, root, now, expiresAt, now])
  }

  /**
   * It was not: what was set aside is given back. A certificate that runs goes on running where only a new one was asked
   * for.
   */
  async notIssued(tx: Tx, order: SslOrder, problem: string): Promise<void> {
    const now = this.clock.now()
    await this.settle(tx, order, 'released')
    await tx.query(end, [order.id, order.work === 'issue' ? 'REJ' : 'ACT', problem, now])
  }

  /** It was cancelled and revoked: what is open is given back, and what was paid within the time for it. */
  async cancelled(tx: Tx, order: SslOrder): Promise<void> {
    const now = this.clock.now()
    const asked = order.askedAt ?? now
    await this.settle(tx, order, 'released')
    const paid = await tx.query<Purchase>(capturedPurchases, [order.id])
    for (const { orderId, capturedAt } of paid) {
      if (!capturedAt || !isRefundable(capturedAt, asked, REFUND_DAYS)) continue
      await refundOwn(tx, orderId, now)
      await tx.query(refundPurchase, [orderId, now])
    }
    await tx.query(end, [order.id, 'FAI', 'cancelled', now])
  }

  /** It is over. */
  async expired(tx: Tx, order: SslOrder): Promise<void> {
    await tx.query(end, [order.id, 'EXP', '', null])
  }

  /** Asks for approval by mail, where a name is proven so. */
  async askApprover(tx: Tx, order: Asked): Promise<void> {
    const names = order.validations.filter(({ method }) => method === 'email').map(({ hostName }) => hostName)
    if (names.length === 0) return
    await this.outbox.append(tx, sendCertificateMail, {
      kind: 'approval',
      resellerId: order.resellerId,
      orderId: order.id,
      to: order.approverEmail,
      name: provenName(order.commonName),
      nonce: order.approverNonce,
      expiresAt: new Date(this.clock.epochMs() + LINK_DAYS * 86_400_000).toISOString(),
    })
  }

  /** Tells the account's own people that a certificate ends. */
  async remind(tx: Tx, order: SslOrder): Promise<void> {
    await this.outbox.append(tx, sendCertificateMail, {
      kind: 'reminder',
      resellerId: order.resellerId,
      orderId: order.id,
      handle: order.technicalHandle || order.organizationHandle,
      name: order.commonName,
      expiresAt: order.expiresAt!.toISOString(),
    })
  }

  /** When something is to be done next about a certificate that runs. */
  next({ expiresAt }: SslOrder): Date {
    return nextOfLife(expiresAt!, this.clock.now())
  }

  private async settle(tx: Tx, { id }: SslOrder, outcome: 'captured' | 'released'): Promise<void> {
    const now = this.clock.now()
    const [open] = await tx.query<Purchase>(openPurchase, [id])
    if (!open) return
    await settleOwn(tx, open.orderId, outcome, now)
    await tx.query(endPurchase, [open.orderId, outcome, now])
  }
}

/** What a mail to an approver is written from. */
export type Asked = Pick<SslOrder, 'id' | 'resellerId' | 'commonName' | 'approverEmail' | 'approverNonce'> & {
  readonly validations: readonly { readonly hostName: string; readonly method: string }[]
}
