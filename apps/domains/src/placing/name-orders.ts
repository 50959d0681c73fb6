import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import type { Call } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import type { Tx } from '@nameyard/persistence/database'
import { Inject, Injectable } from '@nestjs/common'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import type { RegistryOperation } from '../domain/domain.store'
import { desiredOf } from '../domain/model/desired'
import type { Domain } from '../domain/model/domain'
import { Submissions, type RegistryWish } from '../registry/submissions'
import { contactsOf, type OrderContacts } from './order-contacts'
import type { PaidOrder } from './paid-orders'

type Handles = Pick<Domain, 'adminHandle' | 'billingHandle' | 'ownerHandle' | 'resellerId' | 'techHandle'>

/** Orders that bring a name to the platform, a create or a transfer, as the row of the domain has them. */
@Injectable()
export class NameOrders {
  constructor(
    private readonly rpc: Rpc,
    private readonly submissions: Submissions,
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

  /** Submits the order to the registry. */
  async submit(
    tx: Tx,
    domain: Domain,
    contacts: OrderContacts,
    { operationId, charge, fee }: PaidOrder,
    cause: RegistryOperation['cause'],
  ): Promise<void> {
    const isTransfer = domain.type === 'TRANSFER'
    const wish = isTransfer ? this.transfer(domain, contacts, fee) : create(domain, contacts, fee)
    const purpose = isTransfer ? 'transfer' : 'create'
    await this.submissions.submit(tx, domain, wish, { purpose, cause, operationId, charge })
  }

  /** Its nameservers and keys stay as they are where the order names none; its code is one that nobody has seen. */
  private transfer(domain: Domain, { registrant, ...contacts }: OrderContacts, fee: PaidOrder['fee']): RegistryWish {
    const { name, transferCode, authCode } = domain
    const { nameservers, zoneKeys, statuses } = desiredOf(domain, this.config.PARKING_NAMESERVERS)
    const desired = {
      registrant,
      contacts,
      statuses,
      authInfo: authCode,
      ...(nameservers.length > 0 && { nameservers }),
      ...((nameservers.length > 0 || zoneKeys.length > 0) && { zoneKeys }),
    }
    return { kind: 'domain.transfer', intent: { name, authInfo: transferCode, desired, ...(fee && { fee }) } }
  }
}

function create(domain: Domain, { registrant, ...contacts }: OrderContacts, fee: PaidOrder['fee']): RegistryWish {
  const { name, periodYears, nameServers, zoneKeys, authCode } = domain
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
      ...(fee && { fee }),
    },
  }
}
