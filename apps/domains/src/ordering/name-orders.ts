import { Injectable } from '@nestjs/common'
import type { Call } from '@nameyard/contracts/operation'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import { isZoneKey, type Domain } from '../lifecycle/model/domain'
import type { OperationCause } from '../lifecycle/model/lifecycle'
import { contactsOf } from '../registry/contacts-of-domain'
import { DesiredState } from '../registry/desired-state'
import { Submissions, type RegistryCommand } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { tableOf } from '../tlds/idn-table'
import { HeldOrders } from './held-orders'
import { launchOf } from './launch-order'
import { CustomerSnapshots, type OrderContacts } from './order-contacts'
import type { PaidOrder } from './paid-orders'

type Handles = Pick<Domain, 'adminHandle' | 'billingHandle' | 'ownerHandle' | 'resellerId' | 'techHandle'>

/** Orders that bring a name to the platform: creates, and transfers from other registrars. */
@Injectable()
export class NameOrders {
  constructor(
    private readonly customers: CustomerSnapshots,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly held: HeldOrders,
    private readonly desired: DesiredState,
    private readonly clock: Clock,
  ) {}

  /** The customers of a domain as they are now. */
  contacts({ ownerHandle, adminHandle, techHandle, billingHandle, resellerId }: Handles, call: Call) {
    const handles = {
      owner_handle: ownerHandle,
      admin_handle: adminHandle,
      tech_handle: techHandle,
      billing_handle: billingHandle,
    }
    return this.customers.ofRoles(handles, resellerId, call)
  }

  /**
   * Stores the domain of an order and submits the order. Returns undefined when an account of the platform already has or
   * orders the name.
   */
  async place(
    tx: Tx,
    ordered: Omit<Domain, 'id'>,
    contacts: OrderContacts,
    paid: PaidOrder,
  ): Promise<Domain | undefined> {
    const domain = await this.changes.create(tx, ordered)
    if (!domain) return undefined
    if (domain.phase === 'waiting.party') await this.changes.carryOut(tx, domain, 'ask registrant', { cause: 'order' })
    await this.submit(tx, domain, contacts, paid, 'order')
    return domain
  }

  /** Submits the order of a stored domain. An order that waits for its registrant is held until {@link submitHeld}. */
  async submit(tx: Tx, domain: Domain, contacts: OrderContacts, paid: PaidOrder, cause: OperationCause): Promise<void> {
    if (domain.phase === 'waiting.party') return this.held.hold(tx, domain, paid, cause)
    const { operationId, charge, fee } = paid
    const isTransfer = domain.type === 'TRANSFER'
    const shown = contactsOf(domain, contacts)
    const command = isTransfer ? this.transfer(domain, shown, fee) : create(domain, shown, fee, this.clock.now())
    const purpose = isTransfer ? 'transfer' : 'create'
    await this.submissions.submit(tx, domain, command, { purpose, cause, operationId, charge })
  }

  /** Submits a transfer that was held, with the present contacts and settings of the domain. */
  async submitHeld(tx: Tx, domain: Domain, contacts: OrderContacts): Promise<void> {
    const held = await this.held.of(tx, domain)
    if (!held) throw new Error(`${domain.name} was authorized, but no order of it is held`)
    const command = this.transfer(domain, contactsOf(domain, contacts), held.fee ?? undefined)
    await this.submissions.submitHeld(tx, domain, command, held)
  }

  /** Nameservers and keys that the order does not name are left unchanged. The auth code becomes a new, secret one. */
  private transfer(domain: Domain, { registrant, ...contacts }: OrderContacts, fee: PaidOrder['fee']): RegistryCommand {
    const { name, transferCode, transferRoid: roid, authCode } = domain
    const { periodYears } = rulesOf(domain).transfer
    const { nameservers, zoneKeys, statuses } = this.desired.of(domain)
    const desired = {
      registrant,
      contacts,
      statuses,
      authInfo: authCode,
      ...(nameservers.length > 0 && { nameservers }),
      ...((nameservers.length > 0 || zoneKeys.length > 0) && { zoneKeys }),
    }
    return {
      kind: 'domain.transfer',
      intent: {
        name,
        authInfo: transferCode,
        ...(roid !== '' && { roid }),
        ...(periodYears > 0 && { period: { value: periodYears, unit: 'y' as const } }),
        desired,
        ...(fee && { fee }),
      },
    }
  }
}

function create(
  domain: Domain,
  { registrant, ...contacts }: OrderContacts,
  fee: PaidOrder['fee'],
  now: Date,
): RegistryCommand {
  const { name, label, periodYears, nameServers, zoneKeys, authCode, application, additionalData } = domain
  const { idn_script: script, allocation_token: allocationToken } = additionalData
  const idnTable = tableOf(label, script, rulesOf(domain))
  const launch = application && launchOf(application, rulesOf(domain), now)
  return {
    kind: 'domain.create',
    intent: {
      name,
      period: { value: periodYears, unit: 'y' },
      registrant,
      contacts,
      nameservers: [...nameServers],
      ...(zoneKeys.length > 0 && { zoneKeys: zoneKeys.filter(isZoneKey) }),
      authInfo: authCode,
      ...(idnTable !== undefined && { idnTable }),
      ...(typeof allocationToken === 'string' && allocationToken !== '' && { allocationToken }),
      ...(launch && { launch }),
      ...(fee && { fee }),
    },
  }
}
