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
import { transferRoad } from '../domain/model/transfer'
import { refuseUnavailable } from '../domain/unavailable-options'
import { ZoneOfTemplate } from '../domain/zone-of-template'
import { failed, OrderEnds } from '../placing/order-end'
import { OrderTruth } from '../placing/order-truth'
import { refuseWrongData } from '../requirements/requirements'
import { refuseUnfit, requestedName } from '../tlds/requested-name'
import { AccountTransfers } from './account-transfers'
import { IncomingTransfers, type PlacedTransfer } from './incoming-transfers'

type Transferred = Result<typeof transferDomain>

/** A transfer whose day or whose registrant was waited for. */
type Scheduled = Domain & { readonly operationId: string | null } & Record<string, unknown>

const heldDomain = statement(
  'domains.held-with-codes',
  `select id, reseller_id as "resellerId", phase, auth_code as "authCode", internal_auth_code as "internalAuthCode"
   from domain where name = $1 and deleted_at is null and phase <> 'failed'`,
)

const scheduled = statement(
  'domains.scheduled-transfer',
  `select d.id, d.name, d.phase, d.auth_code as "authCode", d.expires_at as "expiresAt", d.renews_at as "renewsAt",
     d.failure_reason as "failureReason",
     (select o.operation_id from registry_operation o where o.domain_id = d.id and o.purpose = 'transfer'
      order by o.submitted_at desc, o.operation_id desc limit 1) as "operationId"
   from domain d where d.id = $1`,
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
    private readonly ends: OrderEnds,
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
    if (operationId !== null) return onWire(await this.ends.ofName({ operationId }, call))
    const [row] = await this.database.read<Scheduled>(scheduled, [domainId])
    if (!row) throw new Error(`domain ${domainId} was ordered and is gone`)
    if (row.phase !== 'failed') return onWire(row)
    return row.operationId === null
      ? failed(row)
      : onWire(await this.ends.ofName({ operationId: row.operationId }, call))
  }

  @IsStillTrue(transferDomain)
  isStillTrue(placed: PlacedTransfer): Promise<boolean> {
    return this.truth.isStillTrue(placed)
  }
}

function onWire({
  id,
  phase,
  authCode,
  expiresAt,
  renewsAt,
}: Pick<Domain, 'authCode' | 'expiresAt' | 'id' | 'phase' | 'renewsAt'>): Transferred {
  return {
    id,
    status: visibleStatus[phase],
    expiration_date: printDate(expiresAt),
    renewal_date: printDate(renewsAt),
    ...(phase === 'active' && { auth_code: authCode }),
  }
}
