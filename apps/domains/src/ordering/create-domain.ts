import { Controller } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { createDomain } from '@nameyard/contracts/domains/create-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { orderDmarc } from '@nameyard/contracts/orders/order-dmarc'
import { spenderOf, type Spender } from '@nameyard/contracts/orders/spender'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue, Replays } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import type { Delegation } from '../delegation/delegation'
import { OrderedZone } from '../delegation/ordered-zone'
import { generateAuthCode, sealedData } from '../lifecycle/auth-code'
import { liveDomain } from '../lifecycle/domain.store'
import type { Domain } from '../lifecycle/model/domain'
import { visibleStatus } from '../lifecycle/model/lifecycle'
import { newDomain } from '../lifecycle/model/new-domain'
import { refuseHeld } from '../lifecycle/permitted'
import { orderedData } from '../requirements/requirements'
import { refuseIneligible } from '../tlds/eligibility'
import { CreateEnquiries } from './create-enquiries'
import { readCreateOrder, type CreateOrder } from './create-order'
import { NameOrders } from './name-orders'
import type { OrderContacts } from './order-contacts'
import { PaidOrders, type PaidOrder } from './paid-orders'
import { PlacedOrders } from './placed-orders'

type Order = Input<typeof createDomain>
type Created = Result<typeof createDomain>

/** An order as it was placed. */
interface Placement {
  readonly domainId: number
  readonly operationId: string
}

/** The checked order with the answers of other services. */
interface Terms extends CreateOrder {
  readonly delegation: Delegation
  readonly contacts: OrderContacts
  readonly isPremium: boolean
  readonly orderedAt: Date
}

/**
 * Registers a domain: checks the order, reserves its price, stores it with its registry operation and waits a bounded time
 * for the registry. Returns `ACT` when the registry has created the domain by then, otherwise `REQ`. A registry that
 * refuses within the wait refuses the order; the row stays, so that the order can be restarted.
 */
@Controller()
export class CreateDomain {
  constructor(
    private readonly enquiries: CreateEnquiries,
    private readonly zone: OrderedZone,
    private readonly orders: PaidOrders,
    private readonly names: NameOrders,
    private readonly placed: PlacedOrders,
    private readonly outbox: Outbox,
    private readonly codes: AuthCodeCipher,
  ) {}

  @Handles(createDomain)
  async execute(order: Order, call: Call): Promise<Created> {
    const resellerId = resellerOf(call)
    const read = readCreateOrder(order)
    const { requested, years, application } = read
    const { name, extension, tld } = requested
    const template = await this.zone.templateOf(order, call)
    const price = (isRegistryPremium: boolean) =>
      this.orders.price(
        resellerId,
        {
          name,
          extension,
          operation: 'create',
          period: years,
          hasPrivacy: order.is_private_whois_enabled,
          isRegistryPremium,
          order: {
            ...(order.accept_premium_fee !== undefined && { acceptPremiumFee: order.accept_premium_fee }),
            ...(order.accept_eap_fee !== undefined && { acceptEarlyAccessFee: order.accept_eap_fee }),
          },
        },
        call,
      )
    // Asked with the others: only the registry knows which names are premium, and few are.
    const standard = price(false)
    standard.catch(() => undefined)
    const { delegation, contacts, check, existing } = await this.enquiries.ask(order, requested, call)
    if (existing) refuseHeld(name, existing, resellerId)
    refuseIneligible(tld, contacts.registrant)
    if (check?.isFree === false) fail(check.isReserved ? 'domain_reserved' : 'domain_not_free', { domain: name })
    if (check?.claimKey !== undefined && application?.noticeId === undefined) {
      fail('claims_notice_missing', { domain: name })
    }
    const isPremium = check?.isPremium ?? false
    const paid = { operationId: uuidv7(), resellerId, ...(await (isPremium ? price(true) : standard)) }
    const dnssec = order.is_dnssec_enabled ? { ...order, nameservers: delegation.nameservers } : undefined
    const placement = await this.zone.around(requested, { template, mayWait: true, dnssec }, call, (orderedAt) =>
      this.orders.place(paid, call, (tx) =>
        this.store(tx, order, paid, { ...read, delegation, contacts, isPremium, orderedAt }, spenderOf(call)),
      ),
    )
    return this.again(placement, call)
  }

  /** Replies to an order that was placed before: waits for the registry unless it has answered. */
  @Replays(createDomain)
  async again(placement: Placement, call: Call): Promise<Created> {
    const { id, phase, authCode, activatedAt, expiresAt, renewsAt } = await this.placed.outcomeOfName(placement, call)
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
  isStillTrue(placement: Placement): Promise<boolean> {
    return this.placed.isStillTrue(placement)
  }

  private async store(
    tx: Tx,
    order: Order,
    paid: PaidOrder,
    terms: Terms,
    spender: Spender | undefined,
  ): Promise<Placement> {
    const { contacts, requested } = terms
    const domain = await this.names.place(tx, orderedDomain(order, paid, terms, this.codes), contacts, paid)
    if (!domain) {
      const [held] = await tx.query(liveDomain, requested)
      return refuseHeld(requested.name, held, paid.resellerId)
    }
    if (order.is_easy_dmarc_enabled) {
      const { resellerId, id: domainId, label: name, extension, ownerHandle } = domain
      const ordered = { resellerId, domainId, domain: { name, extension }, ownerHandle, spender }
      await this.outbox.append(tx, orderDmarc, ordered)
    }
    return { domainId: domain.id, operationId: paid.operationId }
  }
}

function orderedDomain(
  order: Order,
  { resellerId }: PaidOrder,
  { requested, years, application, zoneKeys, delegation, contacts, isPremium, orderedAt }: Terms,
  codes: AuthCodeCipher,
): Omit<Domain, 'id'> {
  const { name, label, extension } = requested
  return newDomain({
    resellerId,
    name,
    label,
    extension,
    phase: 'create.queued',
    type: 'NEW',
    periodYears: years,
    autorenew: order.autorenew,
    ownerHandle: contacts.registrant.handle,
    adminHandle: contacts.admin.handle,
    techHandle: contacts.tech.handle,
    billingHandle: contacts.billing.handle,
    resellerHandle: order.reseller_handle ?? '',
    nsGroup: delegation.group,
    nsGroupId: delegation.groupId,
    nameServers: delegation.nameservers,
    zoneKeys,
    isPremium,
    isPrivate: order.is_private_whois_enabled,
    application,
    authCode: codes.seal(name, order.auth_code ?? generateAuthCode()),
    comments: order.comments ?? '',
    additionalData: sealedData(codes, name, orderedData(extension, order.additional_data ?? {})),
    orderedAt,
  })
}
