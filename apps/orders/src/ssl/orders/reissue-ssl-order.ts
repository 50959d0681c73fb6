import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { reissueSslOrder } from '@nameyard/contracts/orders/reissue-ssl-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { fits } from '../model/names'
import { productOf } from '../model/product'
import { OrderChanges } from '../work/order-changes'
import { beginRound } from '../work/rounds'
import { CertificateIntake, refuseNames } from './certificate-asked'
import { heldOrder } from './held-order'
import { sslOrderOf, type SslOrder } from './ssl-order.store'

const takeRequest = statement(
  'ssl.take-request',
  `update ssl_order set csr = $2, common_name = $3, names = $4, software = coalesce($5, software),
     organization_handle = coalesce($6, organization_handle)
   where id = $1`,
)

/** Asks for the certificate again, for another key or other names, to the same end. */
@Controller()
export class ReissueSslOrder {
  constructor(
    private readonly database: Database,
    private readonly intake: CertificateIntake,
    private readonly changes: OrderChanges,
    private readonly clock: Clock,
  ) {}

  @Handles(reissueSslOrder)
  async execute(given: Input<typeof reissueSslOrder>, call: Call): Promise<Result<typeof reissueSslOrder>> {
    const { id, organization_handle } = given
    const resellerId = resellerOf(call)
    const [seen] = await this.database.read<SslOrder>(sslOrderOf, [resellerId, id])
    if (!seen) return fail('ssl_order_not_found', { order: id })
    const [asked] = await Promise.all([
      this.intake.read(productOf(seen.productId)!, given.csr, given),
      this.intake.refuseUnknownHandles(resellerId, { organization_handle: organization_handle ?? '' }, call),
    ])
    const { request, commonName, names, validations, approverEmail } = asked
    const refused = fits(names, paidFor(seen, names))
    if (refused) return refuseNames(refused)
    return this.database.unitOfWork(call, async (tx) => {
      const order = await heldOrder(tx, resellerId, id)
      const now = this.clock.now()
      if (order.status !== 'ACT' || order.work !== 'nothing')
        fail('ssl_reissue_unfinished', {
          order: id,
          status: order.work === 'revoke' ? 'being cancelled' : order.status,
        })
      const { software_id = null, enable_dns_automation: hasDnsAutomation = order.hasDnsAutomation } = given
      const values = [id, request.pem, commonName, names, software_id, organization_handle ?? null]
      await tx.query(takeRequest, values)
      const round = { work: 'reissue', hasDnsAutomation, approverEmail, validations } as const
      await this.changes.askApprover(tx, { ...(await beginRound(tx, order, round, now)), commonName })
      return { id }
    })
  }
}

/** How many names an order is for: of a product for one name the rules of its names count. */
export function paidFor(order: SslOrder, names: readonly string[]) {
  const isCounted = productOf(order.productId)?.isMultiDomain
  return isCounted
    ? { domains: order.domainAmount, wildcards: order.wildcardAmount }
    : { domains: names.length, wildcards: names.length }
}
