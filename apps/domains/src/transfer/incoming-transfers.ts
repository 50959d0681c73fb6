import { Injectable } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import type { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input } from '@nameyard/contracts/operation'
import { spenderOf } from '@nameyard/contracts/orders/spender'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { Clock } from '@nameyard/runtime/clock'
import { RegistryCheck } from '../availability/registry-check'
import type { Delegation } from '../delegation/delegation'
import { Delegations } from '../delegation/delegations'
import { DnssecSwitch } from '../delegation/dnssec-switch'
import { orderedZoneKeys } from '../delegation/zone-keys'
import { generateAuthCode, sealedData } from '../lifecycle/auth-code'
import { needsAuthorization } from '../lifecycle/model/authorization'
import type { Domain } from '../lifecycle/model/domain'
import { newDomain } from '../lifecycle/model/new-domain'
import { awaitInOrder } from '../ordering/await-in-order'
import { NameOrders } from '../ordering/name-orders'
import { CustomerSnapshots } from '../ordering/order-contacts'
import { PaidOrders } from '../ordering/paid-orders'
import { orderedData } from '../requirements/requirements'
import { isSigned } from '../tlds/catalogue'
import { refuseUncountedOrder } from '../tlds/contact-counts'
import { refuseIneligible } from '../tlds/eligibility'
import type { RequestedName } from '../tlds/requested-name'
import { ScheduledTransfers } from './scheduled-transfers'
import { startOf } from './transfer-start'

export type TransferOrder = Input<typeof transferDomain>

/** A transfer as it was placed. It has no operation while it waits for its day or its registrant. */
export interface PlacedTransfer {
  readonly domainId: number
  readonly operationId: string | null
}

/** The domain keeps the delegation that it has at its registry. */
const unchanged: Delegation = { group: '', groupId: null, nameservers: [] }

/** Transfers of domains from other registrars. */
@Injectable()
export class IncomingTransfers {
  constructor(
    private readonly registry: RegistryCheck,
    private readonly delegations: Delegations,
    private readonly dnssec: DnssecSwitch,
    private readonly customers: CustomerSnapshots,
    private readonly orders: PaidOrders,
    private readonly names: NameOrders,
    private readonly scheduled: ScheduledTransfers,
    private readonly clock: Clock,
    private readonly codes: AuthCodeCipher,
  ) {}

  /** Orders a transfer, now or on the requested day. */
  async place(order: TransferOrder, requested: RequestedName, orderedAt: Date, call: Call): Promise<PlacedTransfer> {
    const { name, extension, tld } = requested
    if (!isSigned(tld)) fail('contract_unsigned', { extension })
    if (!tld.isTransferable) fail('transfer_unsupported', { extension })
    refuseUncountedOrder(order, tld)
    // A registry that sends the code to the registrant alone: the registrant enters it when authorizing the transfer.
    const hasCodes = tld.transfer.model !== 'push' && tld.authCode.comes === 'here'
    if (order.auth_code === undefined && hasCodes) fail('authcode_missing')
    const scheduledAt = startOf(order.at, this.clock.now())
    const resellerId = resellerOf(call)
    const [delegation, contacts, checked] = await awaitInOrder(
      this.delegation(order, requested, resellerId, call),
      this.customers.ofRoles(order, resellerId, call),
      this.registry.ask(name, call),
    )
    if (checked?.isFree) fail('domain_free', { domain: name })
    refuseIneligible(tld, contacts.registrant)
    const zoneKeys = orderedZoneKeys(order, tld)
    const { nameservers } = delegation
    if (order.is_dnssec_enabled) await this.dnssec.turn(order, { resellerId, name, nameservers }, call)
    const isPremium = checked?.isPremium ?? false
    const accepted = order.accept_premium_fee
    const terms = accepted === undefined ? {} : { acceptPremiumFee: accepted }
    const hasPrivacy = order.is_private_whois_enabled
    const purchase = { name, extension, operation: 'transfer', period: 1, hasPrivacy }
    // A scheduled transfer is paid at the price of its day. The premium fee must be accepted now.
    const price = await this.orders.price(resellerId, { ...purchase, isRegistryPremium: isPremium, order: terms }, call)
    const ordered = {
      ...this.ordered(order, requested, delegation, resellerId, { orderedAt, scheduledAt }),
      zoneKeys,
      isPremium,
    }
    if (scheduledAt)
      return {
        domainId: await this.scheduled.schedule({ ...ordered, scheduledBy: spenderOf(call) ?? null }, call),
        operationId: null,
      }
    const paid = { operationId: uuidv7(), resellerId, ...price }
    return this.orders.place(paid, call, async (tx) => {
      const domain = await this.names.place(tx, ordered, contacts, paid)
      if (!domain) return fail('transfer_running', { domain: name })
      return { domainId: domain.id, operationId: domain.phase === 'waiting.party' ? null : paid.operationId }
    })
  }

  private async delegation(order: TransferOrder, { name, tld }: RequestedName, resellerId: number, call: Call) {
    const isUnchanged = order.ns_group === undefined && !order.name_servers?.length
    if (isUnchanged || order.import_nameservers_from_registry) return unchanged
    return this.delegations.of(order, { resellerId, name, tld }, call)
  }

  private ordered(
    order: TransferOrder,
    { name, label, extension, tld }: RequestedName,
    { group, groupId, nameservers }: Delegation,
    resellerId: number,
    { orderedAt, scheduledAt }: Pick<Domain, 'orderedAt' | 'scheduledAt'>,
  ): Omit<Domain, 'id'> {
    const { owner_handle: ownerHandle, auth_code: transferCode = '' } = order
    const now = this.clock.now()
    const isWaiting = needsAuthorization({ type: 'TRANSFER', authorizedAt: null, transferCode }, tld)
    return newDomain({
      resellerId,
      name,
      label,
      extension,
      phase: scheduledAt ? 'transfer.scheduled' : isWaiting ? 'waiting.party' : 'transfer.queued',
      ...(!scheduledAt && isWaiting && { waitsFor: 'authorization', waitsSince: now }),
      type: 'TRANSFER',
      periodYears: 1,
      autorenew: order.autorenew,
      ownerHandle,
      adminHandle: order.admin_handle ?? ownerHandle,
      techHandle: order.tech_handle ?? ownerHandle,
      billingHandle: order.billing_handle ?? ownerHandle,
      resellerHandle: order.reseller_handle ?? '',
      nsGroup: group,
      nsGroupId: groupId,
      nameServers: nameservers,
      // The losing registrar knows the code that the transfer uses, so the domain gets a new one.
      authCode: this.codes.seal(name, generateAuthCode()),
      transferCode: this.codes.seal(name, transferCode),
      transferRoid: order.roid ?? '',
      isPrivate: order.is_private_whois_enabled,
      additionalData: sealedData(this.codes, name, orderedData(extension, order.additional_data ?? {})),
      isLocked: tld.isLockable,
      comments: order.comments ?? '',
      orderedAt,
      scheduledAt,
    })
  }
}
