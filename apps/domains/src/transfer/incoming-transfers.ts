import type { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { fail, Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call, Input } from '@nameyard/contracts/operation'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import type { Delivery } from '@nameyard/messaging/consumes'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { RegistryCheck } from '../availability/registry-check'
import { generateAuthCode } from '../domain/auth-code'
import type { Delegation } from '../domain/delegation'
import { DnssecSwitch } from '../domain/dnssec-switch'
import { DomainChanges } from '../domain/domain-changes'
import { orderedZoneKeys } from '../domain/zone-keys'
import { lockDomain, readDomain } from '../domain/domain.store'
import type { Domain } from '../domain/model/domain'
import { newDomain } from '../domain/model/new-domain'
import { advance } from '../domain/model/settlement'
import { isDue } from '../domain/model/timers'
import { needsAuthorization } from '../domain/model/transfer'
import { askedTogether } from '../placing/asked-together'
import { Delegations } from '../hosts/delegations'
import { NameOrders } from '../placing/name-orders'
import { contactsOf, type OrderContacts } from '../placing/order-contacts'
import { PaidOrders } from '../placing/paid-orders'
import { isSigned, rulesOf } from '../tlds/catalogue'
import { refuseIneligible } from '../tlds/eligibility'
import type { RequestedName } from '../tlds/requested-name'
import { startOf } from './transfer-start'

export type TransferOrder = Input<typeof transferDomain>

/** A transfer as it was placed; no operation is under way while it waits for its day or its registrant. */
export interface PlacedTransfer {
  readonly domainId: number
  readonly operationId: string | null
}

/** A scheduled transfer that is not due any more: somebody was quicker. */
class NotDue extends Error {}

/** How long a scheduled transfer may take to be priced and reserved; milliseconds. */
const ORDERS_MS = 10_000

/** When a scheduled transfer that could not be started is tried again; milliseconds. */
const AGAIN_MS = 60_000

/** What keeps a transfer from starting though nobody of the account has to do anything about it. */
const passing: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'service_unavailable',
  'order_refused',
  // The price was another one when the same message came before.
  'idempotency_key_reused',
])

const kept: Delegation = { group: '', groupId: null, nameservers: [] }

/** Transfers of domains from other registrars. */
@Injectable()
export class IncomingTransfers {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly registry: RegistryCheck,
    private readonly orders: PaidOrders,
    private readonly names: NameOrders,
    private readonly changes: DomainChanges,
    private readonly clock: Clock,
    private readonly dnssec: DnssecSwitch,
    private readonly delegations: Delegations,
  ) {}

  /** Asks the registry for a domain, now or on the day that was asked for. */
  async place(order: TransferOrder, requested: RequestedName, orderedAt: Date, call: Call): Promise<PlacedTransfer> {
    const { name, extension, tld } = requested
    if (!isSigned(tld)) fail('contract_unsigned', { extension })
    if (!tld.isTransferable) fail('transfer_unsupported', { extension })
    // Where the registry tells the code to the registrant alone, he is asked for it.
    if (order.auth_code === undefined && tld.authCode.comes === 'here') fail('authcode_missing')
    const scheduledAt = startOf(order.at, this.clock.now())
    const resellerId = resellerOf(call)
    const [delegation, contacts, checked] = await askedTogether(
      this.delegation(order, requested, resellerId, call),
      contactsOf(order, resellerId, (question) => this.rpc.call(snapshotCustomers, question, call)),
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
    const asked = { name, extension, operation: 'transfer', period: 1, hasPrivacy }
    // A later day is paid for at its own price; what is out of the ordinary about that is agreed to now.
    const price = await this.orders.price(resellerId, { ...asked, isRegistryPremium: isPremium, order: terms }, call)
    const ordered = {
      ...this.ordered(order, requested, delegation, resellerId, { orderedAt, scheduledAt }),
      zoneKeys,
      isPremium,
    }
    if (scheduledAt) {
      return this.database.unitOfWork(call, async (tx) => {
        const domain = await this.begin(tx, ordered)
        return { domainId: domain.id, operationId: null }
      })
    }
    const paid = { operationId: uuidv7(), resellerId, ...price }
    return this.orders.place(paid, call, async (tx) => {
      const domain = await this.begin(tx, ordered)
      const isWaiting = domain.phase === 'waiting.party'
      if (isWaiting) await this.changes.follow(tx, domain, 'ask registrant', { cause: 'order' })
      await this.names.submit(tx, domain, contacts, paid, 'order')
      return { domainId: domain.id, operationId: isWaiting ? null : paid.operationId }
    })
  }

  /**
   * Begins a scheduled transfer whose day has come: what it costs now is reserved now. Without money it has failed. The
   * message is the number of the order: one that comes again, because whoever had it died, finds what was set aside.
   */
  async start(domainId: number, now: Date, { correlationId, messageId }: Delivery): Promise<void> {
    const domain = await readDomain(this.database, domainId)
    if (!domain || !isStartDue(domain, now)) return
    const call = { correlationId, deadline: this.clock.machineMs() + ORDERS_MS }
    try {
      await this.pay(domain, messageId, await this.names.contacts(domain, call), now, call)
    } catch (error) {
      if (error instanceof NotDue) return
      if (!(error instanceof Refusal)) throw error
      await this.obstructed(domainId, now, error, correlationId)
    }
  }

  private async pay(
    domain: Domain,
    operationId: string,
    contacts: OrderContacts,
    now: Date,
    call: Call,
  ): Promise<void> {
    const { id, name, extension, resellerId, isPremium, isPrivate: hasPrivacy } = domain
    const purchase = { name, extension, operation: 'transfer', period: 1, hasPrivacy, isRegistryPremium: isPremium }
    const price = await this.orders.price(resellerId, purchase, call)
    const paid = { operationId, resellerId, ...price }
    await this.orders.place(paid, call, async (tx) => {
      const locked = await lockDomain(tx, id)
      if (!locked || !isStartDue(locked, now)) throw new NotDue()
      const step = advance(locked, { event: 'schedule.due' }, rulesOf(locked), now)
      if (!step) throw new NotDue()
      await this.changes.take(tx, locked, step, { cause: 'timer' })
      await this.names.submit(tx, step.domain, contacts, paid, 'timer')
    })
  }

  /** A start that was refused: the transfer has failed, unless it only has to be tried again. */
  private async obstructed(
    domainId: number,
    now: Date,
    { refusal, message }: Refusal,
    correlationId: string,
  ): Promise<void> {
    await this.database.unitOfWork({ correlationId }, async (tx) => {
      const domain = await lockDomain(tx, domainId)
      if (!domain || !isStartDue(domain, now)) return
      if (passing.has(refusal)) {
        const scheduledAt = new Date(now.getTime() + AGAIN_MS)
        return this.changes.save(tx, domain, { ...domain, scheduledAt, version: domain.version + 1 })
      }
      const step = advance(domain, { event: 'schedule.unpaid' }, rulesOf(domain), now)
      if (!step) return
      const failed = { ...step.domain, failureReason: message }
      await this.changes.take(tx, domain, { ...step, domain: failed }, { cause: 'timer' })
    })
  }

  /** What the domain shall be delegated to; what it is delegated to now where the order does not say. */
  private async delegation(order: TransferOrder, { name, tld }: RequestedName, resellerId: number, call: Call) {
    const isKept = order.ns_group === undefined && !order.name_servers?.length
    if (isKept || order.import_nameservers_from_registry) return kept
    return this.delegations.of(order, { resellerId, name, tld }, call)
  }

  private async begin(tx: Tx, ordered: Omit<Domain, 'id'>): Promise<Domain> {
    const domain = await this.changes.begin(tx, ordered)
    return domain ?? fail('transfer_running', { domain: ordered.name })
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
      // The losing registrar knows the one by which the domain comes here.
      authCode: generateAuthCode(),
      transferCode,
      transferRoid: order.roid ?? '',
      isPrivate: order.is_private_whois_enabled,
      additionalData: order.additional_data ?? {},
      isLocked: tld.isLockable,
      comments: order.comments ?? '',
      orderedAt,
      scheduledAt,
    })
  }
}

function isStartDue(domain: Domain, now: Date): boolean {
  return isDue('scheduled-transfer', domain, rulesOf(domain), now)
}
