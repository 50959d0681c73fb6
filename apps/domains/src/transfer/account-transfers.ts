import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Inject, Injectable } from '@nestjs/common'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import { generateAuthCode } from '../domain/auth-code'
import type { Delegation } from '../domain/delegation'
import { Delegations } from '../hosts/delegations'
import { DomainChanges } from '../domain/domain-changes'
import { lockDomain } from '../domain/domain.store'
import { hasOpen } from '../domain/registry-operation.store'
import { desiredOf } from '../domain/model/desired'
import type { Domain } from '../domain/model/domain'
import { newDomain } from '../domain/model/new-domain'
import { advance } from '../domain/model/settlement'
import { transferRoad } from '../domain/model/transfer'
import { askedTogether } from '../placing/asked-together'
import { disclosed } from '../placing/disclosure'
import { contactsOf, type OrderContacts } from '../placing/order-contacts'
import { Submissions, type RegistryWish } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { refuseIneligible } from '../tlds/eligibility'
import type { RequestedName } from '../tlds/requested-name'
import type { PlacedTransfer, TransferOrder } from './incoming-transfers'
import { startOf } from './transfer-start'

/**
 * Moves of domains between two accounts of the platform. They cost nothing: the registry sees no transfer, and the time
 * that was paid for goes along. The new account gets a row of its own; the old one keeps the history.
 */
@Injectable()
export class AccountTransfers {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly clock: Clock,
    private readonly delegations: Delegations,
    @Inject(DOMAINS_CONFIG) private readonly config: DomainsConfig,
  ) {}

  /** Moves the domain by its internal code, and has the registry told of its new contacts. */
  async place(order: TransferOrder, heldId: number, requested: RequestedName, call: Call): Promise<PlacedTransfer> {
    if (startOf(order.at, this.clock.now())) {
      fail('invalid_input', { field: 'at', problem: 'a domain that is here already moves at once' })
    }
    const resellerId = resellerOf(call)
    const isKept = order.ns_group === undefined && !order.name_servers?.length
    const [delegation, contacts] = await askedTogether(
      isKept ? undefined : this.delegations.of(order, { resellerId, name: requested.name, tld: requested.tld }, call),
      contactsOf(order, resellerId, (question) => this.rpc.call(snapshotCustomers, question, call)),
    )
    refuseIneligible(requested.tld, contacts.registrant)
    return this.database.unitOfWork(call, (tx) => this.move(tx, order, heldId, resellerId, delegation, contacts))
  }

  private async move(
    tx: Tx,
    order: TransferOrder,
    heldId: number,
    resellerId: number,
    delegation: Delegation | undefined,
    { registrant, ...contacts }: OrderContacts,
  ): Promise<PlacedTransfer> {
    const held = await lockDomain(tx, heldId)
    const road = transferRoad(held, resellerId, order.auth_code)
    const domain = held?.name ?? ''
    if (typeof road === 'object') fail(road.refused, { domain })
    const now = this.clock.now()
    const step = held && advance(held, { event: 'account.moved' }, rulesOf(held), now)
    if (!step) return fail('domain_status_prohibits', { domain })
    // What is on its way was ordered by the old account, and would end on a row that is not there any more.
    if (await hasOpen(tx, heldId, ['renew', 'restore', 'trade', 'delete', 'update'])) {
      fail('domain_status_prohibits', { domain })
    }
    await this.changes.take(tx, held, step, { cause: 'order' })
    const moved = await this.changes.begin(tx, {
      ...inherited(held, order, resellerId, now),
      ...(delegation && {
        nsGroup: delegation.group,
        nsGroupId: delegation.groupId,
        nameServers: delegation.nameservers,
        zoneKeys: [],
      }),
    })
    if (!moved) return fail('domain_status_prohibits', { domain })
    const settings = desiredOf(moved, this.config.PARKING_NAMESERVERS)
    const { registrant: owner, ...others } = disclosed(moved, { registrant, ...contacts })
    const desired = { ...settings, registrant: owner, contacts: others, authInfo: moved.authCode }
    const wish: RegistryWish = { kind: 'domain.update', intent: { name: moved.name, desired } }
    const operationId = await this.submissions.submit(tx, moved, wish, { purpose: 'update', cause: 'order' })
    return { domainId: moved.id, operationId }
  }
}

/** The domain as its new account has it: what the registry knows stays, what the old account wanted does not. */
function inherited(held: Domain, order: TransferOrder, resellerId: number, now: Date): Omit<Domain, 'id'> {
  const { owner_handle: ownerHandle } = order
  return {
    ...newDomain({
      resellerId,
      name: held.name,
      label: held.label,
      extension: held.extension,
      phase: 'active',
      type: 'TRANSFER',
      periodYears: held.periodYears,
      autorenew: order.autorenew,
      ownerHandle,
      adminHandle: order.admin_handle ?? ownerHandle,
      techHandle: order.tech_handle ?? ownerHandle,
      billingHandle: order.billing_handle ?? ownerHandle,
      resellerHandle: order.reseller_handle ?? '',
      nsGroup: '',
      nameServers: held.nameServers,
      zoneKeys: held.zoneKeys,
      // Whoever had the domain knows its codes.
      authCode: generateAuthCode(),
      isLocked: held.isLocked,
      isPremium: held.isPremium,
      // What was paid for goes along.
      isPrivate: held.isPrivate,
      comments: order.comments ?? '',
      additionalData: held.additionalData,
      orderedAt: now,
    }),
    privacyUntil: held.privacyUntil,
    application: held.application,
    roid: held.roid,
    registryStatuses: held.registryStatuses,
    graceStatuses: held.graceStatuses,
    createdAt: held.createdAt,
    activatedAt: now,
    registryExpiresAt: held.registryExpiresAt,
    expiresAt: held.expiresAt,
    renewsAt: held.renewsAt,
    transferLockedUntil: held.transferLockedUntil,
    observedAt: held.observedAt,
    looksAt: held.looksAt,
  }
}
