import { Controller } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { tradeDomain } from '@nameyard/contracts/domains/trade-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue, Replays } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { Clock } from '@nameyard/runtime/clock'
import type { Delegation } from '../delegation/delegation'
import { Delegations } from '../delegation/delegations'
import { OrderedZone } from '../delegation/ordered-zone'
import { zoneKeysOf } from '../delegation/zone-keys'
import { sealedData } from '../lifecycle/auth-code'
import { DomainChanges } from '../lifecycle/domain-changes'
import { findOwn, lockDomain } from '../lifecycle/domain.store'
import type { Domain } from '../lifecycle/model/domain'
import { visibleStatus } from '../lifecycle/model/lifecycle'
import { advance } from '../lifecycle/model/settlement'
import { permitted } from '../lifecycle/permitted'
import { awaitInOrder } from '../ordering/await-in-order'
import { CustomerSnapshots, type OrderContacts } from '../ordering/order-contacts'
import { PaidOrders, type PaidOrder } from '../ordering/paid-orders'
import { PlacedOrders, type PlacedOrder } from '../ordering/placed-orders'
import { refuseUnavailable } from '../ordering/unavailable-options'
import { contactsOf } from '../registry/contacts-of-domain'
import { hasOpen } from '../registry/registry-operation.store'
import { Submissions, type RegistryCommand } from '../registry/submissions'
import { orderedData, refuseWrongData } from '../requirements/requirements'
import { rulesOf } from '../tlds/catalogue'
import { refuseIneligible } from '../tlds/eligibility'
import { requestedName, type RequestedName } from '../tlds/requested-name'

type Trade = Input<typeof tradeDomain>

/** Changes the registrant of a domain where the registry has its own procedure and price for that. */
@Controller()
export class TradeDomain {
  constructor(
    private readonly database: Database,
    private readonly customers: CustomerSnapshots,
    private readonly orders: PaidOrders,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly placed: PlacedOrders,
    private readonly zone: OrderedZone,
    private readonly delegations: Delegations,
    private readonly clock: Clock,
    private readonly codes: AuthCodeCipher,
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
    const [delegation, contacts] = await awaitInOrder(
      this.delegation(trade, requested, resellerId, call),
      this.customers.ofRoles(withContactsOf(trade, domain), resellerId, call),
    )
    refuseIneligible(tld, contacts.registrant)
    const template = await this.zone.templateOf(trade, call)
    const purchase = { name, extension, operation: 'trade', period: 1 }
    const { charge } = await this.orders.price(resellerId, purchase, call)
    const paid = { operationId: uuidv7(), resellerId, charge }
    const placed = await this.zone.around(requested, { template }, call, () =>
      this.orders.place(paid, call, (tx) => this.store(tx, trade, domain.id, paid, contacts, delegation)),
    )
    return this.again(placed, call)
  }

  /** Replies to an order that was placed before: waits for the registry unless it has answered. */
  @Replays(tradeDomain)
  async again(placed: PlacedOrder, call: Call): Promise<Result<typeof tradeDomain>> {
    const { phase, createdAt, expiresAt, renewsAt } = await this.placed.outcomeOf(placed, call)
    return {
      status: visibleStatus[phase],
      creation_date: printDate(createdAt),
      expiration_date: printDate(expiresAt),
      renewal_date: printDate(renewsAt),
    }
  }

  @IsStillTrue(tradeDomain)
  isStillTrue(placed: PlacedOrder): Promise<boolean> {
    return this.placed.isStillTrue(placed)
  }

  private async delegation(trade: Trade, { name, tld }: RequestedName, resellerId: number, call: Call) {
    if (trade.ns_group === undefined && !trade.name_servers?.length) return undefined
    return this.delegations.of(trade, { resellerId, name, tld }, call)
  }

  /** The domain has its new registrant at once, and the old one again when the registry refuses. */
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
      ...(trade.additional_data && {
        additionalData: {
          ...locked.additionalData,
          ...sealedData(this.codes, name, orderedData(locked.extension, trade.additional_data)),
        },
      }),
    }
    const traded: Domain = { ...step.domain, ...changed, ...settled }
    await this.changes.apply(tx, locked, { ...step, domain: traded }, { cause: 'order' })
    const { registrant: owner, ...others } = contactsOf(traded, { registrant, ...contacts })
    const desired = {
      registrant: owner,
      contacts: others,
      ...(delegation && { nameservers: [...delegation.nameservers] }),
      ...(zoneKeys && { zoneKeys }),
    }
    // A registry may demand the code of a traded domain. Where registrars set codes, it is known here.
    const authInfo = trade.auth_code === undefined ? locked.authCode : this.codes.seal(name, trade.auth_code)
    const command: RegistryCommand = {
      kind: 'domain.trade',
      intent: { name, desired, ...(authInfo !== '' && { authInfo }) },
    }
    const { ownerHandle, adminHandle, techHandle, billingHandle } = locked
    const { nsGroup, nsGroupId, nameServers, zoneKeys: keysBefore } = locked
    const handles = { ownerHandle, adminHandle, techHandle, billingHandle }
    const rollback = { ...handles, nsGroup, nsGroupId, nameServers, zoneKeys: keysBefore }
    await this.submissions.submit(tx, traded, command, {
      purpose: 'trade',
      cause: 'order',
      operationId,
      charge,
      rollback,
    })
    return { operationId }
  }
}

/** The handles of a trade. A role that it leaves out stays unchanged. */
function withContactsOf(trade: Trade, { adminHandle, techHandle, billingHandle }: Domain) {
  return {
    owner_handle: trade.owner_handle,
    admin_handle: trade.admin_handle ?? adminHandle,
    tech_handle: trade.tech_handle ?? techHandle,
    billing_handle: trade.billing_handle ?? billingHandle,
  }
}
