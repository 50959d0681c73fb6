import { Injectable } from '@nestjs/common'
import { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import { sendCertificateMail } from '@nameyard/contracts/customers/send-certificate-mail'
import { AuditTrail } from '@nameyard/outbox/audit-trail'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { OwnCredit } from '../../ledger/own-orders'
import type { IssuedCertificate } from '../ca/certificate-authority'
import { isRefundable } from '../model/lifecycle'
import { provenName } from '../model/names'
import { REFUND_DAYS } from '../model/product'
import { OrderEvents } from './order-events'
import type { SslOrder } from './ssl-order.store'

interface Purchase {
  readonly orderId: string
  readonly capturedAt: Date | null
}

/** Lifetime of the link in an approval mail, in days. */
const LINK_DAYS = 30

const openPurchase = statement<{ id: number }, Purchase>(
  'ssl.open-purchase',
  ({ id }) => sql`
    select p.order_id as "orderId", null::timestamptz as "capturedAt" from ssl_purchase p
    where p.ssl_order_id = ${id} and p.captured_at is null and p.released_at is null for update`,
)
const capturedPurchases = statement<{ id: number }, Purchase>(
  'ssl.captured-purchases',
  ({ id }) => sql`
    select p.order_id as "orderId", p.captured_at as "capturedAt" from ssl_purchase p
    where p.ssl_order_id = ${id} and p.captured_at is not null and p.refunded_at is null for update`,
)
const endPurchase = statement<{ orderId: string; outcome: 'captured' | 'released'; now: Date }>(
  'ssl.end-purchase',
  ({ orderId, outcome, now }) => sql`
    update ssl_purchase set captured_at = case when ${outcome} = 'captured' then ${now}::timestamptz end,
    released_at = case when ${outcome} = 'released' then ${now}::timestamptz end where order_id = ${orderId}`,
)
const refundPurchase = statement<{ orderId: string; now: Date }>(
  'ssl.refund',
  ({ orderId, now }) => sql`update ssl_purchase set refunded_at = ${now} where order_id = ${orderId}`,
)

const activate = statement<{
  id: number
  serial: string
  certificate: string
  intermediate: string
  root: string
  now: Date
  expiresAt: Date
}>(
  'ssl.activate',
  (given) => sql`
    update ssl_order set status = 'ACT', work = 'nothing', problem = '', serial = ${given.serial},
      certificate = ${given.certificate}, intermediate_certificate = ${given.intermediate},
      root_certificate = ${given.root}, activated_at = ${given.now}, expires_at = ${given.expiresAt},
      paid_until = ${given.expiresAt}, due_at = ${given.now}, attempts = 0, claimed_until = null,
      revision = revision + 1
    where id = ${given.id}`,
)
const end = statement<{ id: number; status: string; problem: string; dueAt: Date | null }>(
  'ssl.end',
  ({ id, status, problem, dueAt }) => sql`
    update ssl_order set status = ${status}, work = 'nothing', problem = ${problem}, due_at = ${dueAt}, attempts = 0,
      claimed_until = null, revision = revision + 1
    where id = ${id}`,
)

/** What an issued certificate is, by the work at the CA that it ends. */
const issues = { issue: 'issued', renew: 'renewed', reissue: 'reissued', revoke: 'issued', nothing: 'issued' } as const

/** Transitions of orders, each with its charge in the same transaction. */
@Injectable()
export class OrderChanges {
  constructor(
    private readonly outbox: Outbox,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
    private readonly credit: OwnCredit,
    private readonly events: OrderEvents,
  ) {}

  /** The certificate was issued: captures its reservation. The next step removes the placed proofs. */
  async issued(tx: Tx, order: SslOrder, issued: IssuedCertificate): Promise<void> {
    const now = this.clock.now()
    const { serial, certificate, intermediate, root, expiresAt } = issued
    await this.settle(tx, order, 'captured')
    await tx.query(activate, { id: order.id, serial, certificate, intermediate, root, now, expiresAt })
    await this.record(tx, order, 'issued', { serial: { to: serial } })
    await this.events.tell(tx, order, issues[order.work])
  }

  /** The certificate was not issued: releases its reservation. After a renewal or reissue the old certificate stays valid. */
  async notIssued(tx: Tx, order: SslOrder, problem: string): Promise<void> {
    const now = this.clock.now()
    await this.settle(tx, order, 'released')
    await tx.query(end, { id: order.id, status: order.work === 'issue' ? 'REJ' : 'ACT', problem, dueAt: now })
    await this.record(tx, order, 'rejected')
    await this.events.tell(tx, order, 'failed')
  }

  /** The order was cancelled and its certificates are revoked: releases open reservations and refunds recent purchases. */
  async cancelled(tx: Tx, order: SslOrder): Promise<void> {
    const now = this.clock.now()
    const asked = order.askedAt ?? now
    await this.settle(tx, order, 'released')
    const paid = await tx.query(capturedPurchases, { id: order.id })
    for (const { orderId, capturedAt } of paid) {
      if (!capturedAt || !isRefundable(capturedAt, asked, REFUND_DAYS)) continue
      await this.credit.refund(tx, orderId)
      await tx.query(refundPurchase, { orderId, now })
    }
    await tx.query(end, { id: order.id, status: 'FAI', problem: 'cancelled', dueAt: now })
    if (order.work === 'revoke') await this.record(tx, order, 'revoked')
    await this.events.tell(tx, order, 'cancelled')
  }

  /** The certificate has expired. */
  async expired(tx: Tx, order: SslOrder): Promise<void> {
    await tx.query(end, { id: order.id, status: 'EXP', problem: '', dueAt: null })
    await this.record(tx, order, 'expired')
    await this.events.tell(tx, order, 'expired')
  }

  /** Sends the approval mail, if a name is validated by mail. */
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

  /** The certificate expires soon: mails its contact, and tells the account. */
  async remind(tx: Tx, order: SslOrder): Promise<void> {
    await this.outbox.append(tx, sendCertificateMail, {
      kind: 'reminder',
      resellerId: order.resellerId,
      orderId: order.id,
      handle: order.technicalHandle || order.organizationHandle,
      name: order.commonName,
      expiresAt: order.expiresAt!.toISOString(),
    })
    await this.events.tell(tx, order, 'expiring')
  }

  /** What became of an order is in the trail of its account. It names nobody: the platform did it. */
  private async record(
    tx: Tx,
    { id, resellerId }: SslOrder,
    what: 'expired' | 'issued' | 'rejected' | 'revoked',
    changes = {},
  ): Promise<void> {
    const event = { event: `ssl-orders.${what}`, subject: `ssl order ${id}`, resellerId, changes }
    await this.outbox.append(tx, recordAuditEvent, this.trail.payloadOf({ correlationId: tx.correlationId }, event))
  }

  private async settle(tx: Tx, { id }: SslOrder, outcome: 'captured' | 'released'): Promise<void> {
    const now = this.clock.now()
    const [open] = await tx.query(openPurchase, { id })
    if (!open) return
    await this.credit.settle(tx, open.orderId, outcome)
    await tx.query(endPurchase, { orderId: open.orderId, outcome, now })
  }
}

/** The data of an approval mail. */
export type Asked = Pick<SslOrder, 'id' | 'resellerId' | 'commonName' | 'approverEmail' | 'approverNonce'> & {
  readonly validations: readonly { readonly hostName: string; readonly method: string }[]
}
