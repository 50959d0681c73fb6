import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue, Replays } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'
import type { Domain } from '../domain/model/domain'
import { visibleStatus } from '../domain/model/lifecycle'
import { transferRefusal, transferRoad } from '../domain/model/transfer'
import { refuseUnavailable } from '../domain/unavailable-options'
import { ZoneOfTemplate } from '../domain/zone-of-template'
import { OrderTruth } from '../placing/order-truth'
import { PaidOrders } from '../placing/paid-orders'
import { refuseWrongData } from '../requirements/requirements'
import { refuseUnfit, requestedName } from '../tlds/requested-name'
import { AccountTransfers } from './account-transfers'
import { IncomingTransfers, type PlacedTransfer } from './incoming-transfers'

type Transferred = Result<typeof transferDomain>

const heldDomain = statement(
  'domains.held-with-codes',
  `select id, reseller_id as "resellerId", phase, auth_code as "authCode", internal_auth_code as "internalAuthCode"
   from domain where name = $1 and deleted_at is null and phase <> 'failed'`,
)

const transferred = statement(
  'domains.transferred',
  `select id, name, phase, auth_code as "authCode", expires_at as "expiresAt", renews_at as "renewsAt",
     failure_code as "failureCode", failure_reason as "failureReason"
   from domain where id = $1`,
)

/**
 * Brings a domain to an account: from another registrar, now or on a later day, or from another account of the platform
 * by its internal code.
 */
@Controller()
export class TransferDomain {
  constructor(
    private readonly database: Database,
    private readonly incoming: IncomingTransfers,
    private readonly accounts: AccountTransfers,
    private readonly orders: PaidOrders,
    private readonly zone: ZoneOfTemplate,
    private readonly truth: OrderTruth,
  ) {}

  @Handles(transferDomain)
  async execute(order: Input<typeof transferDomain>, call: Call): Promise<Transferred> {
    const resellerId = resellerOf(call)
    const requested = requestedName(order.domain)
    const { name: domain, extension, tld } = requested
    refuseUnfit(requested)
    refuseUnavailable(order, tld)
    if (order.unit !== undefined && order.unit !== 'y') fail('period_invalid', { problem: 'a transfer adds years' })
    refuseWrongData(extension, { ...order.additional_data }, 'transfer')
    const template = await this.zone.chosen(order, call)
    const [held] = await this.database.read<Domain & Record<string, unknown>>(heldDomain, [domain])
    const road = transferRoad(held, resellerId, order.auth_code)
    if (typeof road === 'object') return fail(road.refused, { domain })
    const placed = await this.zone.around(requested, template, call, (orderedAt) =>
      road === 'another account' && held
        ? this.accounts.place(order, held.id, requested, call)
        : this.incoming.place(order, requested, orderedAt, call),
    )
    return this.again(placed, call)
  }

  /** Answers an order that was placed: waits for it unless it has ended or begins on a later day. */
  @Replays(transferDomain)
  async again({ domainId, operationId }: PlacedTransfer, call: Call): Promise<Transferred> {
    if (operationId !== null) await this.orders.awaitAnswer(operationId, call)
    const [row] = await this.database.read<Domain & Record<string, unknown>>(transferred, [domainId])
    if (!row) throw new Error(`domain ${domainId} was ordered and is gone`)
    const { id, phase, name, failureCode, failureReason } = row
    if (phase === 'failed')
      return fail(transferRefusal(failureCode), { domain: name, reason: failureReason ?? 'without a reason' })
    return {
      id,
      status: visibleStatus[phase],
      expiration_date: printDate(row.expiresAt),
      renewal_date: printDate(row.renewsAt),
      ...(phase === 'active' && { auth_code: row.authCode }),
    }
  }

  @IsStillTrue(transferDomain)
  isStillTrue(placed: PlacedTransfer): Promise<boolean> {
    return this.truth.isStillTrue(placed)
  }
}
