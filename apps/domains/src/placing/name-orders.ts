import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import type { Call } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Inject, Injectable } from '@nestjs/common'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import type { RegistryOperation } from '../domain/registry-operation.store'
import { tableOf } from '../domain/idn-table'
import { launchOf } from '../domain/launch-order'
import { desiredOf } from '../domain/model/desired'
import type { Domain } from '../domain/model/domain'
import { Submissions, type RegistryWish } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { disclosed } from './disclosure'
import { contactsOf, type OrderContacts } from './order-contacts'
import { HeldOrders } from './held-orders'
import type { PaidOrder } from './paid-orders'

type Handles = Pick<Domain, 'adminHandle' | 'billingHandle' | 'ownerHandle' | 'resellerId' | 'techHandle'>

/** Orders that bring a name to the platform, a create or a transfer, as the row of the domain has them. */
@Injectable()
export class NameOrders {
  constructor(
    private readonly rpc: Rpc,
    private readonly submissions: Submissions,
    private readonly held: HeldOrders,
    private readonly clock: Clock,
    @Inject(DOMAINS_CONFIG) private readonly config: DomainsConfig,
  ) {}

  /** The customers of a domain as they are now. */
  contacts({ ownerHandle, adminHandle, techHandle, billingHandle, resellerId }: Handles, call: Call) {
    const handles = {
      owner_handle: ownerHandle,
      admin_handle: adminHandle,
      tech_handle: techHandle,
      billing_handle: billingHandle,
    }
    return contactsOf(handles, resellerId, (question) => this.rpc.call(snapshotCustomers, question, call))
  }

  /** Submits the order to the registry; one that waits for its registrant is held until {@link submitHeld}. */
  async submit(
    tx: Tx,
    domain: Domain,
    contacts: OrderContacts,
    paid: PaidOrder,
    cause: RegistryOperation['cause'],
  ): Promise<void> {
    if (domain.phase === 'waiting.party') return this.held.hold(tx, domain, paid, cause)
    const { operationId, charge, fee } = paid
    const isTransfer = domain.type === 'TRANSFER'
    const shown = disclosed(domain, contacts)
    const wish = isTransfer ? this.transfer(domain, shown, fee) : create(domain, shown, fee, this.clock.now())
    const purpose = isTransfer ? 'transfer' : 'create'
    await this.submissions.submit(tx, domain, wish, { purpose, cause, operationId, charge })
  }

  /** Submits the transfer that was held, with the contacts and settings that the domain has by now. */
  async submitHeld(tx: Tx, domain: Domain, contacts: OrderContacts): Promise<void> {
    const held = await this.held.of(tx, domain)
    if (!held) throw new Error(`${domain.name} has waited, and no order of it is held`)
    const wish = this.transfer(domain, disclosed(domain, contacts), held.fee ?? undefined)
    await this.submissions.submitHeld(tx, domain, wish, held.operationId)
  }

  /** Its nameservers and keys stay as they are where the order names none; its code is one that nobody has seen. */
  private transfer(domain: Domain, { registrant, ...contacts }: OrderContacts, fee: PaidOrder['fee']): RegistryWish {
    const { name, transferCode, transferRoid: roid, authCode } = domain
    const { periodYears } = rulesOf(domain).transfer
    const { nameservers, zoneKeys, statuses } = desiredOf(domain, this.config.PARKING_NAMESERVERS)
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
): RegistryWish {
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
      ...(zoneKeys.length > 0 && { zoneKeys: [...zoneKeys] }),
      authInfo: authCode,
      ...(idnTable !== undefined && { idnTable }),
      ...(typeof allocationToken === 'string' && allocationToken !== '' && { allocationToken }),
      ...(launch && { launch }),
      ...(fee && { fee }),
    },
  }
}
