import { randomUUID } from 'node:crypto'
import { Controller, Inject } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { createSslOrder } from '@nameyard/contracts/orders/create-ssl-order'
import { spenderOf } from '@nameyard/contracts/orders/spender'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue, Replays } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { askedIn, type AskedIn } from '@nameyard/runtime/traces'
import { ORDERS_CONFIG, type OrdersConfig } from '../../config'
import { OwnCredit } from '../../ledger/own-orders'
import { CertificatePrices } from '../lifecycle/certificate-prices'
import { OrderChanges } from '../lifecycle/order-changes'
import { OrderEvents } from '../lifecycle/order-events'
import { insertPurchase, insertValidations } from '../lifecycle/ssl-order.store'
import { newNonce, newToken } from '../lifecycle/tokens'
import { amountsOf } from '../model/names'
import { MAX_PERIOD, productOf } from '../model/product'
import { CertificateIntake, isRefused, refuseNames } from './certificate-intake'
import { SslReplyCheck, type PlacedSslOrder } from './ssl-reply-check'

const insertOrder = statement<
  AskedIn & {
    resellerId: number
    productId: number
    commonName: string
    names: readonly string[]
    csr: string
    period: number
    domains: number
    wildcards: number
    autorenew: string
    software: string
    organizationHandle: string
    technicalHandle: string
    approverEmail: string
    hasDnsAutomation: boolean
    panelId: string
    token: string
    approverNonce: string
    now: Date
    isStarted: boolean
  },
  { id: number }
>(
  'ssl.insert-order',
  (given) => sql`
    insert into ssl_order (reseller_id, product_id, status, common_name, names, csr, period, domain_amount,
      wildcard_amount, autorenew, software, organization_handle, technical_handle, approver_email, has_dns_automation,
      panel_id, work, round, token, approver_nonce, asked_at, revision, ordered_at, due_at, attempts, request, trace)
    values (${given.resellerId}, ${given.productId}, case when ${given.isStarted} then 'REQ' else 'PAI' end,
      ${given.commonName}, ${given.names}, ${given.csr}, ${given.period}, ${given.domains}, ${given.wildcards},
      ${given.autorenew}, ${given.software}, ${given.organizationHandle}, ${given.technicalHandle},
      ${given.approverEmail}, ${given.hasDnsAutomation}, ${given.panelId},
      case when ${given.isStarted} then 'issue' else 'nothing' end, 1, ${given.token}, ${given.approverNonce},
      case when ${given.isStarted} then ${given.now}::timestamptz end, 1, ${given.now},
      case when ${given.isStarted} then ${given.now}::timestamptz end, 0, ${given.request}, ${given.trace})
    returning id`,
)

/**
 * Orders a certificate. Its price is reserved in the transaction that places the order. The next sweep requests the
 * certificate from the CA, if the order starts at once.
 */
@Controller()
export class CreateSslOrder {
  constructor(
    private readonly database: Database,
    private readonly intake: CertificateIntake,
    private readonly prices: CertificatePrices,
    private readonly changes: OrderChanges,
    private readonly events: OrderEvents,
    private readonly replyCheck: SslReplyCheck,
    private readonly clock: Clock,
    private readonly credit: OwnCredit,
    @Inject(ORDERS_CONFIG) private readonly config: OrdersConfig,
  ) {}

  @Handles(createSslOrder)
  async execute(given: Input<typeof createSslOrder>, call: Call): Promise<Result<typeof createSslOrder>> {
    const resellerId = resellerOf(call)
    if (!this.config.CA_KEY_SECRET) fail('certificates_unavailable', { problem: 'CA_KEY_SECRET is not set' })
    const product =
      productOf(given.product_id) ??
      fail('ssl_product_invalid', { problem: `there is no certificate product ${given.product_id}` })
    if (given.period < 1 || given.period > MAX_PERIOD)
      fail('ssl_period_invalid', { problem: `must be ${MAX_PERIOD}, was ${given.period}` })
    const { request, commonName, names, validations, approverEmail } = await this.intake.read(product, given.csr, given)
    const amounts = amountsOf(product, names, {
      domains: given.domain_amount,
      wildcards: given.wildcard_domain_amount,
    })
    if (isRefused(amounts)) return refuseNames(amounts)
    const technical_handle = given.technical_handle ?? ''
    const handles = { organization_handle: given.organization_handle, technical_handle }
    const bought = { operation: 'create', period: given.period, ...amounts } as const
    const [charge] = await Promise.all([
      this.prices.charge(resellerId, product, bought, commonName),
      this.intake.refuseUnknownHandles(resellerId, handles, call),
    ])
    const [orderId, now, approverNonce] = [uuidv7(), this.clock.now(), newNonce()]
    const placed = await this.database.unitOfWork(call, async (tx) => {
      await this.credit.reserve(tx, { orderId, resellerId, charge, spender: spenderOf(call) }, now)
      const [placed] = await tx.query(insertOrder, {
        resellerId,
        productId: product.id,
        commonName,
        names,
        csr: request.pem,
        period: given.period,
        domains: amounts.domains,
        wildcards: amounts.wildcards,
        autorenew: given.autorenew,
        software: given.software_id ?? 'linux',
        organizationHandle: given.organization_handle,
        technicalHandle: technical_handle,
        approverEmail,
        hasDnsAutomation: given.enable_dns_automation ?? false,
        panelId: randomUUID(),
        token: newToken(),
        approverNonce,
        now,
        isStarted: given.start_provision,
        ...askedIn(tx),
      })
      const { id } = placed!
      tellAudit(tx, { subject: `ssl order ${id}` })
      const methods = validations.map(({ method }) => method)
      await tx.query(insertValidations, { id, names: validations.map(({ hostName }) => hostName), methods })
      await tx.query(insertPurchase, { orderId, id, action: 'create', now })
      const asked = { id, resellerId, commonName, approverEmail, approverNonce, validations }
      if (given.start_provision) await this.changes.askApprover(tx, asked)
      await this.events.tell(tx, asked, 'ordered', ...(given.start_provision ? (['proofs pending'] as const) : []))
      return { id, orderId, revision: 1 }
    })
    return this.again(placed)
  }

  /** Returns the reply to an order that was placed before. */
  @Replays(createSslOrder)
  async again({ id }: PlacedSslOrder): Promise<Result<typeof createSslOrder>> {
    return { id }
  }

  @IsStillTrue(createSslOrder)
  isStillTrue(placed: PlacedSslOrder): Promise<boolean> {
    return this.replyCheck.isStillTrue(placed)
  }
}
