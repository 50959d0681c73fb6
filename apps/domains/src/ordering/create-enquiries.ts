import { Injectable } from '@nestjs/common'
import type { createDomain } from '@nameyard/contracts/domains/create-domain'
import type { Call, Input } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Database } from '@nameyard/persistence/database'
import { RegistryCheck, type CheckedName } from '../availability/registry-check'
import type { Delegation } from '../delegation/delegation'
import { Delegations } from '../delegation/delegations'
import { liveDomain } from '../lifecycle/domain.store'
import type { Held } from '../lifecycle/permitted'
import { isReserved } from '../registry/model/order-refusal'
import type { RequestedName } from '../tlds/requested-name'
import { wantsClaims } from '../tlds/tld'
import { awaitInOrder } from './await-in-order'
import { CustomerSnapshots, type OrderContacts } from './order-contacts'

/** The answers of other services and the registry to the order of a new domain. */
interface CreateAnswers {
  readonly delegation: Delegation
  readonly contacts: OrderContacts
  /** Absent while the registry cannot be asked. */
  readonly check: (CheckedName & { readonly isReserved: boolean }) | undefined
  /** The domain or order of the name that the platform already has. */
  readonly existing: Held | undefined
}

/** Sends the requests that an order of a new domain needs, all at once. */
@Injectable()
export class CreateEnquiries {
  constructor(
    private readonly delegations: Delegations,
    private readonly customers: CustomerSnapshots,
    private readonly registry: RegistryCheck,
    private readonly database: Database,
  ) {}

  async ask(order: Input<typeof createDomain>, { name, tld }: RequestedName, call: Call): Promise<CreateAnswers> {
    const resellerId = resellerOf(call)
    const [delegation, contacts, check, [existing]] = await awaitInOrder(
      this.delegations.of(order, { resellerId, name, tld, isNew: true }, call),
      this.customers.ofRoles(order, resellerId, call),
      this.registry.ask(name, call, {
        allocationToken: order.additional_data?.allocation_token || undefined,
        wantsClaims: wantsClaims(tld),
      }),
      this.database.read(liveDomain, { name }),
    )
    return {
      delegation,
      contacts,
      check: check && { ...check, isReserved: isReserved(check.reason) },
      existing,
    }
  }
}
