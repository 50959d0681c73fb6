import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { reissueSslOrder } from '@nameyard/contracts/orders/reissue-ssl-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { lockedOrder } from '../lifecycle/locked-order'
import { OrderChanges } from '../lifecycle/order-changes'
import { OrderEvents } from '../lifecycle/order-events'
import { beginRound } from '../lifecycle/rounds'
import { sslOrderOf, type SslOrder } from '../lifecycle/ssl-order.store'
import { excess } from '../model/names'
import { productOf } from '../model/product'
import { CertificateIntake, refuseNames } from './certificate-intake'

const takeRequest = statement<{
  id: number
  csr: string
  commonName: string
  names: readonly string[]
  software: string | null
  organizationHandle: string | null
}>(
  'ssl.take-request',
  (given) => sql`
    update ssl_order set csr = ${given.csr}, common_name = ${given.commonName}, names = ${given.names},
      software = coalesce(${given.software}, software),
      organization_handle = coalesce(${given.organizationHandle}, organization_handle)
    where id = ${given.id}`,
)

/** Requests the certificate again with another key or other names. Its end date stays. */
@Controller()
export class ReissueSslOrder {
  constructor(
    private readonly database: Database,
    private readonly intake: CertificateIntake,
    private readonly changes: OrderChanges,
    private readonly events: OrderEvents,
    private readonly clock: Clock,
  ) {}

  @Handles(reissueSslOrder)
  async execute(given: Input<typeof reissueSslOrder>, call: Call): Promise<Result<typeof reissueSslOrder>> {
    const { id, organization_handle } = given
    const resellerId = resellerOf(call)
    const [seen] = await this.database.read(sslOrderOf, { resellerId, id })
    if (!seen) return fail('ssl_order_not_found', { order: id })
    const [asked] = await Promise.all([
      this.intake.read(productOf(seen.productId)!, given.csr, given),
      this.intake.refuseUnknownHandles(resellerId, { organization_handle: organization_handle ?? '' }, call),
    ])
    const { request, commonName, names, validations, approverEmail } = asked
    const refused = excess(names, paidFor(seen, names))
    if (refused) return refuseNames(refused)
    return this.database.unitOfWork(call, async (tx) => {
      const order = await lockedOrder(tx, resellerId, id)
      const now = this.clock.now()
      if (order.status !== 'ACT' || order.work !== 'nothing')
        fail('ssl_reissue_unfinished', {
          order: id,
          status: order.work === 'revoke' ? 'being cancelled' : order.status,
        })
      const { software_id = null, enable_dns_automation: hasDnsAutomation = order.hasDnsAutomation } = given
      const values = {
        id,
        csr: request.pem,
        commonName,
        names,
        software: software_id,
        organizationHandle: organization_handle ?? null,
      }
      await tx.query(takeRequest, values)
      const round = { work: 'reissue', hasDnsAutomation, approverEmail, validations } as const
      await this.changes.askApprover(tx, { ...(await beginRound(tx, order, round, now)), commonName })
      await this.events.tell(tx, order, 'proofs pending')
      return { id }
    })
  }
}

/** Returns how many names an order pays for. For a single-name product the rules for its names apply instead. */
export function paidFor(order: SslOrder, names: readonly string[]) {
  const isCounted = productOf(order.productId)?.isMultiDomain
  return isCounted
    ? { domains: order.domainAmount, wildcards: order.wildcardAmount }
    : { domains: names.length, wildcards: names.length }
}
