import { randomUUID } from 'node:crypto'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { createSslOrder } from '@nameyard/contracts/orders/create-ssl-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue, Replays } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Inject } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { ORDERS_CONFIG, type OrdersConfig } from '../../config'
import { reserveOwn } from '../../ledger/own-orders'
import { amountsOf } from '../model/names'
import { MAX_PERIOD, productOf } from '../model/product'
import { CertificateIntake, isRefused, refuseNames } from './certificate-asked'
import { CertificatePrices } from './certificate-prices'
import { OrderChanges } from '../work/order-changes'
import { SslOrderTruth, type PlacedSslOrder } from './order-truth'
import { insertPurchase, insertValidations } from './ssl-order.store'
import { newNonce, newToken } from './tokens'

const insertOrder = statement(
  'ssl.insert-order',
  `insert into ssl_order (reseller_id, product_id, status, common_name, names, csr, period, domain_amount,
     wildcard_amount, autorenew, software, organization_handle, technical_handle, approver_email, has_dns_automation,
     panel_id, work, round, token, approver_nonce, asked_at, revision, ordered_at, due_at, attempts)
   values ($1, $2, case when $19 then 'REQ' else 'PAI' end, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
     case when $19 then 'issue' else 'nothing' end, 1, $16, $17, case when $19 then $18::timestamptz end, 1, $18,
     case when $19 then $18::timestamptz end, 0)
   returning id`,
)

/**
 * Orders a certificate: its price is set aside in the transaction that places the order. What is asked for at once is
 * asked for by the next look at what is due.
 */
@Controller()
export class CreateSslOrder {
  constructor(
    private readonly database: Database,
    private readonly intake: CertificateIntake,
    private readonly prices: CertificatePrices,
    private readonly changes: OrderChanges,
    private readonly truth: SslOrderTruth,
    private readonly clock: Clock,
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
      await reserveOwn(tx, { orderId, resellerId, charge }, now)
      const [placed] = await tx.query<{ id: number }>(insertOrder, [
        resellerId,
        product.id,
        commonName,
        names,
        request.pem,
        given.period,
        amounts.domains,
        amounts.wildcards,
        given.autorenew,
        given.software_id ?? 'linux',
        given.organization_handle,
        technical_handle,
        approverEmail,
        given.enable_dns_automation ?? false,
        randomUUID(),
        newToken(),
        approverNonce,
        now,
        given.start_provision,
      ])
      const { id } = placed!
      const methods = validations.map(({ method }) => method)
      await tx.query(insertValidations, [id, validations.map(({ hostName }) => hostName), methods])
      await tx.query(insertPurchase, [orderId, id, 'create', now])
      const asked = { id, resellerId, commonName, approverEmail, approverNonce, validations }
      if (given.start_provision) await this.changes.askApprover(tx, asked)
      return { id, orderId, revision: 1 }
    })
    return this.again(placed)
  }

  /** Answers an order that was placed. */
  @Replays(createSslOrder)
  async again({ id }: PlacedSslOrder): Promise<Result<typeof createSslOrder>> {
    return { id }
  }

  @IsStillTrue(createSslOrder)
  isStillTrue(placed: PlacedSslOrder): Promise<boolean> {
    return this.truth.isStillTrue(placed)
  }
}
