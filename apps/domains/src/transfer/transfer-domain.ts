import { Controller } from '@nestjs/common'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue, Replays } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { OrderedZone } from '../delegation/ordered-zone'
import { Installation } from '../installation/installation'
import { opened } from '../lifecycle/auth-code'
import { isLive } from '../lifecycle/domain.store'
import type { Domain } from '../lifecycle/model/domain'
import { visibleStatus } from '../lifecycle/model/lifecycle'
import { refuseFailed, PlacedOrders } from '../ordering/placed-orders'
import { refuseUnavailable } from '../ordering/unavailable-options'
import { refuseWrongData } from '../requirements/requirements'
import { refuseUnfit, requestedName } from '../tlds/requested-name'
import { AccountTransfers } from './account-transfers'
import { IncomingTransfers, type PlacedTransfer } from './incoming-transfers'
import { transferSource } from './model/transfer'

type Transferred = Result<typeof transferDomain>

type HeldDomain = Pick<Domain, 'authCode' | 'id' | 'internalAuthCode' | 'name' | 'phase' | 'resellerId'>

const heldDomain = statement<Pick<Domain, 'name'>, HeldDomain>(
  'domains.held-with-codes',
  ({ name }) => sql`
    select id, name, reseller_id as "resellerId", phase, auth_code as "authCode", internal_auth_code as "internalAuthCode"
    from domain where name = ${name} and ${isLive}`,
)

/** A transfer that waited for its day or its registrant. */
type Scheduled = Pick<Domain, 'authCode' | 'expiresAt' | 'failureReason' | 'id' | 'name' | 'phase' | 'renewsAt'> & {
  readonly operationId: string | null
}

const scheduled = statement<Pick<Domain, 'id'>, Scheduled>(
  'domains.scheduled-transfer',
  ({ id }) => sql`
      select d.id, d.name, d.phase, d.auth_code as "authCode", d.expires_at as "expiresAt", d.renews_at as "renewsAt",
      d.failure_reason as "failureReason",
      (select o.operation_id from registry_operation o where o.domain_id = d.id and o.purpose = 'transfer'
    order by o.submitted_at desc, o.operation_id desc limit 1) as "operationId"
      from domain d where d.id = ${id}`,
)

/**
 * Transfers a domain to the calling account: from another registrar, now or on a later day, or from another account of the
 * platform by its internal code.
 */
@Controller()
export class TransferDomain {
  constructor(
    private readonly database: Database,
    private readonly incoming: IncomingTransfers,
    private readonly accounts: AccountTransfers,
    private readonly placed: PlacedOrders,
    private readonly zone: OrderedZone,
    private readonly codes: AuthCodeCipher,
    private readonly installation: Installation,
  ) {}

  @Handles(transferDomain)
  async execute(order: Input<typeof transferDomain>, call: Call): Promise<Transferred> {
    const resellerId = resellerOf(call)
    const requested = requestedName(order.domain)
    const { name: domain, extension, tld } = requested
    refuseUnfit(requested)
    this.installation.passedBy(call)
    refuseUnavailable(order, tld)
    if (order.unit !== undefined && order.unit !== 'y') fail('period_invalid', { problem: 'a transfer adds years' })
    refuseWrongData(extension, { ...order.additional_data }, 'transfer')
    const template = await this.zone.templateOf(order, call)
    const [held] = await this.database.read(heldDomain, requested)
    const source = transferSource(held && opened(this.codes, held), resellerId, order.auth_code)
    if (typeof source === 'object') return fail(source.refused, { domain })
    const placed = await this.zone.around(requested, { template, mayWait: true }, call, (orderedAt) =>
      source === 'another account' && held
        ? this.accounts.place(order, held.id, requested, call)
        : this.incoming.place(order, requested, orderedAt, call),
    )
    return this.again(placed, call)
  }

  /** Replies to an order that was placed before: waits for the registry, unless it has answered or the transfer starts later. */
  @Replays(transferDomain)
  async again({ domainId, operationId }: PlacedTransfer, call: Call): Promise<Transferred> {
    if (operationId !== null) return onWire(await this.placed.outcomeOfName({ operationId }, call))
    const [row] = await this.database.read(scheduled, { id: domainId })
    if (!row) throw new Error(`domain ${domainId} was ordered, but it has no row`)
    if (row.phase !== 'failed') return onWire({ ...row, authCode: this.codes.open(row.name, row.authCode) })
    return row.operationId === null
      ? refuseFailed(row)
      : onWire(await this.placed.outcomeOfName({ operationId: row.operationId }, call))
  }

  @IsStillTrue(transferDomain)
  isStillTrue(placed: PlacedTransfer): Promise<boolean> {
    return this.placed.isStillTrue(placed)
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
