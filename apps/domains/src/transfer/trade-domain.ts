import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { tradeDomain } from '@nameyard/contracts/domains/trade-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue, Replays } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import type { Delegation } from '../domain/delegation'
import { Delegations } from '../hosts/delegations'
import { DomainChanges } from '../domain/domain-changes'
import { findOwn, lockDomain } from '../domain/domain.store'
import { hasOpen } from '../domain/registry-operation.store'
import type { Domain } from '../domain/model/domain'
import { visibleStatus } from '../domain/model/lifecycle'
import { advance } from '../domain/model/settlement'
import { zoneKeysOf } from '../domain/zone-keys'
import { ZoneOfTemplate } from '../domain/zone-of-template'
import { permitted } from '../domain/permitted'
import { refuseUnavailable } from '../domain/unavailable-options'
import { askedTogether } from '../placing/asked-together'
import { contactsOf, type OrderContacts } from '../placing/order-contacts'
import { disclosed } from '../placing/disclosure'
import { OrderEnds, type PlacedOrder } from '../placing/order-end'
import { OrderTruth } from '../placing/order-truth'
import { PaidOrders, type PaidOrder } from '../placing/paid-orders'
import { Submissions, type RegistryWish } from '../registry/submissions'
import { refuseWrongData } from '../requirements/requirements'
import { requestedName, type RequestedName } from '../tlds/requested-name'
import { rulesOf } from '../tlds/catalogue'
import { refuseIneligible } from '../tlds/eligibility'

type Trade = Input<typeof tradeDomain>

/** Gives a domain another registrant where the registry has a procedure of its own for that, and a price. */
@Controller()
export class TradeDomain {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly orders: PaidOrders,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly ends: OrderEnds,
    private readonly truth: OrderTruth,
    private readonly zone: ZoneOfTemplate,
    private readonly delegations: Delegations,
    private readonly clock: Clock,
  ) {}

  @Handles(tradeDomain)
  async execute(trade: Trade, call: Call): Promise<Result<typeof tradeDomain>> {
    const resellerId = resellerOf(call)
    const requested = requestedName(trade.domain)
    const { name, extension, tld } = requested
    refuseUnavailable(trade, tld)
    if (trade.period !== undefined && trade.period !== 1) {
      fail('period_invalid', { problem: 'a trade keeps the term of the domain' })
    }
    refuseWrongData(extension, { ...trade.additional_data }, 'trade')
    const domain = await findOwn(this.database, resellerId, { name })
    if (!domain) fail('domain_not_found', { domain: name })
    if (!tld.isTraded) fail('trade_unsupported', { extension })
    permitted('trade', domain)
    if (trade.owner_handle === domain.ownerHandle) fail('owner_unchanged', { domain: name })
    if (tld.authCode.isNeededForTrade && trade.auth_code === undefined) fail('authcode_missing')
    const [delegation, contacts] = await askedTogether(
      this.delegation(trade, requested, resellerId, call),
      contactsOf(withContactsOf(trade, domain), resellerId, (question) =>
        this.rpc.call(snapshotCustomers, question, call),
      ),
    )
    refuseIneligible(tld, contacts.registrant)
    const template = await this.zone.chosen(trade, call)
    const purchase = { name, extension, operation: 'trade', period: 1 }
    const { charge } = await this.orders.price(resellerId, purchase, call)
    const paid = { operationId: uuidv7(), resellerId, charge }
    const placed = await this.zone.around(requested, template, call, () =>
      this.orders.place(paid, call, (tx) => this.store(tx, trade, domain.id, paid, contacts, delegation)),
    )
    return this.again(placed, call)
  }

  /** Answers an order that was placed: waits for it unless it has ended. */
  @Replays(tradeDomain)
  async again(placed: PlacedOrder, call: Call): Promise<Result<typeof tradeDomain>> {
    const { phase, createdAt, expiresAt, renewsAt } = await this.ends.of(placed, call)
    return {
      status: visibleStatus[phase],
      creation_date: printDate(createdAt),
      expiration_date: printDate(expiresAt),
      renewal_date: printDate(renewsAt),
    }
  }

  @IsStillTrue(tradeDomain)
  isStillTrue(placed: PlacedOrder): Promise<boolean> {
    return this.truth.isStillTrue(placed)
  }

  private async delegation(trade: Trade, { name, tld }: RequestedName, resellerId: number, call: Call) {
    if (trade.ns_group === undefined && !trade.name_servers?.length) return undefined
    return this.delegations.of(trade, { resellerId, name, tld }, call)
  }

  /** The domain shows its new registrant at once, and the old one again when the registry refuses. */
  private async store(
    tx: Tx,
    trade: Trade,
    domainId: number,
    { operationId, resellerId, charge }: PaidOrder,
    { registrant, ...contacts }: OrderContacts,
    delegation: Delegation | undefined,
  ): Promise<PlacedOrder> {
    const locked = await lockDomain(tx, domainId)
    if (locked?.resellerId !== resellerId) return fail('domain_not_found', { domain: trade.domain.name })
    const { name } = locked
    const zoneKeys = zoneKeysOf(trade, rulesOf(locked))
    const step = advance(locked, { event: 'trade.asked' }, rulesOf(locked), this.clock.now())
    if (!step || (await hasOpen(tx, domainId, ['renew', 'update', 'delete']))) {
      return fail('domain_status_prohibits', { domain: name })
    }
    const changed = {
      ownerHandle: registrant.handle,
      adminHandle: contacts.admin.handle,
      techHandle: contacts.tech.handle,
      billingHandle: contacts.billing.handle,
      ...(delegation && {
        nsGroup: delegation.group,
        nsGroupId: delegation.groupId,
        nameServers: delegation.nameservers,
      }),
      ...(zoneKeys && { zoneKeys }),
    }
    const settled = {
      ...(trade.autorenew !== undefined && { autorenew: trade.autorenew }),
      ...(trade.comments !== undefined && { comments: trade.comments, commentsChangedAt: this.clock.now() }),
      ...(trade.additional_data && { additionalData: { ...locked.additionalData, ...trade.additional_data } }),
    }
    const traded: Domain = { ...step.domain, ...changed, ...settled }
    await this.changes.take(tx, locked, { ...step, domain: traded }, { cause: 'order' })
    const { registrant: owner, ...others } = disclosed(traded, { registrant, ...contacts })
    const desired = {
      registrant: owner,
      contacts: others,
      ...(delegation && { nameservers: [...delegation.nameservers] }),
      ...(zoneKeys && { zoneKeys }),
    }
    const wish: RegistryWish = {
      kind: 'domain.trade',
      intent: { name, desired, ...(trade.auth_code !== undefined && { authInfo: trade.auth_code }) },
    }
    const { ownerHandle, adminHandle, techHandle, billingHandle } = locked
    const { nsGroup, nsGroupId, nameServers, zoneKeys: keysBefore } = locked
    const handles = { ownerHandle, adminHandle, techHandle, billingHandle }
    const rollback = { ...handles, nsGroup, nsGroupId, nameServers, zoneKeys: keysBefore }
    await this.submissions.submit(tx, traded, wish, { purpose: 'trade', cause: 'order', operationId, charge, rollback })
    return { operationId }
  }
}

/** The handles of a trade; a role that it leaves out stays as it is. */
function withContactsOf(trade: Trade, { adminHandle, techHandle, billingHandle }: Domain) {
  return {
    owner_handle: trade.owner_handle,
    admin_handle: trade.admin_handle ?? adminHandle,
    tech_handle: trade.tech_handle ?? techHandle,
    billing_handle: trade.billing_handle ?? billingHandle,
  }
}
