import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { createDomain } from '@nameyard/contracts/domains/create-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { orderDmarc } from '@nameyard/contracts/orders/order-dmarc'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue, Replays } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Controller } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { RegistryCheck } from '../availability/registry-check'
import { askedTogether } from '../placing/asked-together'
import { Delegations } from '../hosts/delegations'
import { contactsOf, type OrderContacts } from '../placing/order-contacts'
import { OrderEnds } from '../placing/order-end'
import { PaidOrders, type PaidOrder } from '../placing/paid-orders'
import { NameOrders } from '../placing/name-orders'
import { OrderTruth } from '../placing/order-truth'
import { refuseWrongData } from '../requirements/requirements'
import { isSigned } from '../tlds/catalogue'
import { refuseIneligible } from '../tlds/eligibility'
import { refuseUnfit, requestedName, type RequestedName } from '../tlds/requested-name'
import { generateAuthCode } from './auth-code'
import { DnssecSwitch } from './dnssec-switch'
import { DomainChanges } from './domain-changes'
import { liveDomain } from './domain.store'
import type { Delegation } from './delegation'
import type { Domain } from './model/domain'
import { visibleStatus } from './model/lifecycle'
import { newDomain } from './model/new-domain'
import { isReserved } from './model/order-refusal'
import { refuseHeld, type Held } from './permitted'
import { orderedZoneKeys } from './zone-keys'
import { refuseWrongScript } from './idn-table'
import { orderedApplication, wantsClaims } from './launch-order'
import { orderedYears, refuseUnavailable } from './unavailable-options'
import { ZoneOfTemplate } from './zone-of-template'

type Order = Input<typeof createDomain>
type Placed = Result<typeof createDomain>

/** An order as it was placed: the number of its domain and the operation that is under way. */
interface Placement {
  readonly domainId: number
  readonly operationId: string
}

/** What was found to be meant by an order. */
type Terms = Delegation &
  Pick<Domain, 'application' | 'isPremium' | 'orderedAt' | 'zoneKeys'> & { readonly years: number }

/**
 * Registers a domain: checks the order, reserves what it costs, stores it together with the registry operation it causes,
 * and waits a short time for the registry. Answers ACT when the registry was quick, REQ when it was not; the work goes on
 * either way. An order that the registry refuses meanwhile is refused; its row stays, to be ordered again.
 */
@Controller()
export class CreateDomain {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly changes: DomainChanges,
    private readonly names: NameOrders,
    private readonly registry: RegistryCheck,
    private readonly orders: PaidOrders,
    private readonly ends: OrderEnds,
    private readonly dnssec: DnssecSwitch,
    private readonly outbox: Outbox,
    private readonly zone: ZoneOfTemplate,
    private readonly truth: OrderTruth,
    private readonly delegations: Delegations,
  ) {}

  @Handles(createDomain)
  async execute(order: Order, call: Call): Promise<Placed> {
    const resellerId = resellerOf(call)
    const requested = requestedName(order.domain)
    if (!isSigned(requested.tld)) fail('contract_unsigned', { extension: requested.extension })
    const { name, extension, tld } = requested
    refuseUnfit(requested)
    refuseUnavailable(order, tld)
    refuseWrongData(extension, order.additional_data ?? {}, 'create')
    refuseWrongScript(requested, order.additional_data?.idn_script)
    const years = orderedYears(order, tld)
    const application = orderedApplication(order, tld)
    const zoneKeys = orderedZoneKeys(order, tld)
    const template = await this.zone.chosen(order, call)
    const [delegation, contacts, checked, [held]] = await askedTogether(
      this.delegations.of(order, { resellerId, name, tld, isNew: true }, call),
      contactsOf(order, resellerId, (question) => this.rpc.call(snapshotCustomers, question, call)),
      this.registry.ask(name, call, {
        allocationToken: order.additional_data?.allocation_token || undefined,
        wantsClaims: wantsClaims(tld),
      }),
      this.database.read<Held & Record<string, unknown>>(liveDomain, [name]),
    )
    if (held) refuseHeld(name, held, resellerId)
    refuseIneligible(tld, contacts.registrant)
    if (checked?.isFree === false) {
      fail(isReserved({ text: checked.reason }) ? 'domain_reserved' : 'domain_not_free', { domain: name })
    }
    if (checked?.claimKey !== undefined && application?.noticeId === undefined) {
      fail('claims_notice_missing', { domain: name })
    }
    const isPremium = checked?.isPremium ?? false
    const price = await this.orders.price(
      resellerId,
      {
        name,
        extension,
        operation: 'create',
        period: years,
        hasPrivacy: order.is_private_whois_enabled,
        isRegistryPremium: isPremium,
        order: {
          ...(order.accept_premium_fee !== undefined && { acceptPremiumFee: order.accept_premium_fee }),
          ...(order.accept_eap_fee !== undefined && { acceptEarlyAccessFee: order.accept_eap_fee }),
        },
      },
      call,
    )
    const paid = { operationId: uuidv7(), resellerId, ...price }
    const { nameservers } = delegation
    const placement = await this.zone.around(requested, template, call, async (orderedAt) => {
      if (order.is_dnssec_enabled) await this.dnssec.turn(order, { resellerId, name, nameservers }, call)
      const terms = { ...delegation, zoneKeys, isPremium, application, orderedAt, years }
      return this.orders.place(paid, call, (tx) => this.store(tx, order, paid, requested, terms, contacts))
    })
    return this.again(placement, call)
  }

  /** Answers an order that was placed: waits for it unless it has ended. */
  @Replays(createDomain)
  async again(placement: Placement, call: Call): Promise<Placed> {
    const { id, phase, authCode, activatedAt, expiresAt, renewsAt } = await this.ends.ofName(placement, call)
    return {
      id,
      status: visibleStatus[phase],
      auth_code: authCode,
      activation_date: printDate(activatedAt),
      expiration_date: printDate(expiresAt),
      renewal_date: printDate(renewsAt),
    }
  }

  @IsStillTrue(createDomain)
  isStillTrue(placed: Placement): Promise<boolean> {
    return this.truth.isStillTrue(placed)
  }

  /** Stores domain, operation and message. */
  private async store(
    tx: Tx,
    order: Order,
    paid: PaidOrder,
    requested: RequestedName,
    { group, groupId, nameservers, zoneKeys, isPremium, application, orderedAt, years }: Terms,
    contacts: OrderContacts,
  ): Promise<Placement> {
    const authCode = order.auth_code ?? generateAuthCode()
    const domain = await this.changes.begin(
      tx,
      newDomain({
        resellerId: paid.resellerId,
        name: requested.name,
        label: requested.label,
        extension: requested.extension,
        phase: 'create.queued',
        type: 'NEW',
        periodYears: years,
        autorenew: order.autorenew,
        ownerHandle: contacts.registrant.handle,
        adminHandle: contacts.admin.handle,
        techHandle: contacts.tech.handle,
        billingHandle: contacts.billing.handle,
        resellerHandle: order.reseller_handle ?? '',
        nsGroup: group,
        nsGroupId: groupId,
        nameServers: nameservers,
        zoneKeys,
        isPremium,
        isPrivate: order.is_private_whois_enabled,
        application,
        authCode,
        comments: order.comments ?? '',
        additionalData: order.additional_data ?? {},
        orderedAt,
      }),
    )
    if (!domain) {
      const [held] = await tx.query<Held & Record<string, unknown>>(liveDomain, [requested.name])
      return refuseHeld(requested.name, held, paid.resellerId)
    }
    await this.names.submit(tx, domain, contacts, paid, 'order')
    if (order.is_easy_dmarc_enabled) {
      const { resellerId, id: domainId, label: name, extension, ownerHandle } = domain
      await this.outbox.append(tx, orderDmarc, { resellerId, domainId, domain: { name, extension }, ownerHandle })
    }
    return { domainId: domain.id, operationId: paid.operationId }
  }
}
