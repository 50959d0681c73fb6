import { Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Database, type Tx } from '@nameyard/persistence/database'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { Clock } from '@nameyard/runtime/clock'
import type { Delegation } from '../delegation/delegation'
import { Delegations } from '../delegation/delegations'
import { generateAuthCode, opened } from '../lifecycle/auth-code'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockDomain } from '../lifecycle/domain.store'
import type { Domain } from '../lifecycle/model/domain'
import { newDomain } from '../lifecycle/model/new-domain'
import { advance } from '../lifecycle/model/settlement'
import { awaitInOrder } from '../ordering/await-in-order'
import { CustomerSnapshots, type OrderContacts } from '../ordering/order-contacts'
import { contactsOf } from '../registry/contacts-of-domain'
import { DesiredState } from '../registry/desired-state'
import { hasOpen } from '../registry/registry-operation.store'
import { Submissions, type RegistryCommand } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { refuseIneligible } from '../tlds/eligibility'
import type { RequestedName } from '../tlds/requested-name'
import type { PlacedTransfer, TransferOrder } from './incoming-transfers'
import { transferSource } from './model/transfer'
import { startOf } from './transfer-start'

/**
 * Transfers of domains between two accounts of the platform. They are free of charge: the registry has no transfer, and the
 * paid time moves with the domain. The gaining account gets a new row; the losing account keeps the old one as history.
 */
@Injectable()
export class AccountTransfers {
  constructor(
    private readonly database: Database,
    private readonly customers: CustomerSnapshots,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly clock: Clock,
    private readonly delegations: Delegations,
    private readonly desired: DesiredState,
    private readonly codes: AuthCodeCipher,
  ) {}

  /** Transfers the domain by its internal code, and updates its contacts at the registry. */
  async place(order: TransferOrder, heldId: number, requested: RequestedName, call: Call): Promise<PlacedTransfer> {
    if (startOf(order.at, this.clock.now())) {
      fail('invalid_input', { field: 'at', problem: 'a transfer between accounts of the platform cannot be scheduled' })
    }
    const resellerId = resellerOf(call)
    const isUnchanged = order.ns_group === undefined && !order.name_servers?.length
    const [delegation, contacts] = await awaitInOrder(
      isUnchanged
        ? undefined
        : this.delegations.of(order, { resellerId, name: requested.name, tld: requested.tld }, call),
      this.customers.ofRoles(order, resellerId, call),
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
    const source = transferSource(held && opened(this.codes, held), resellerId, order.auth_code)
    const domain = held?.name ?? ''
    if (typeof source === 'object') fail(source.refused, { domain })
    const now = this.clock.now()
    const step = held && advance(held, { event: 'account.moved' }, rulesOf(held), now)
    if (!step) return fail('domain_status_prohibits', { domain })
    // An operation under way belongs to the losing account, and would settle on a row that has ended.
    if (await hasOpen(tx, heldId, ['renew', 'restore', 'trade', 'delete', 'update'])) {
      fail('domain_status_prohibits', { domain })
    }
    await this.changes.apply(tx, held, step, { cause: 'order' })
    const moved = await this.changes.create(tx, {
      ...inherited(held, order, resellerId, now),
      // The losing account knows the old code.
      authCode: this.codes.seal(held.name, generateAuthCode()),
      ...(delegation && {
        nsGroup: delegation.group,
        nsGroupId: delegation.groupId,
        nameServers: delegation.nameservers,
        zoneKeys: [],
      }),
    })
    if (!moved) return fail('domain_status_prohibits', { domain })
    const settings = this.desired.of(moved)
    const { registrant: owner, ...others } = contactsOf(moved, { registrant, ...contacts })
    const desired = { ...settings, registrant: owner, contacts: others, authInfo: moved.authCode }
    const command: RegistryCommand = { kind: 'domain.update', intent: { name: moved.name, desired } }
    const operationId = await this.submissions.submit(tx, moved, command, { purpose: 'update', cause: 'order' })
    return { domainId: moved.id, operationId }
  }
}

/** The domain of the gaining account: it keeps the data of the registry, but not the settings of the losing account. */
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
      movedFrom: held.resellerId,
      movedWithoutHistory: held.keepsZoneHistory,
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
      authCode: '',
      isLocked: held.isLocked,
      isPremium: held.isPremium,
      // Privacy is paid until the domain expires.
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
    nextCheckAt: held.nextCheckAt,
  }
}
