import { Controller } from '@nestjs/common'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { snapshotOf } from './customer-snapshot'
import { findForSnapshot, holdForOrder, type Citizen, type Customer, type ShownCustomer } from './customer.store'

/** After its deadline, an order may still be stored for this time; milliseconds. */
const AFTER_DEADLINE_MS = 5_000

/**
 * Additional time of protection from deletion, so that a customer of many orders is not updated for each of them;
 * milliseconds.
 */
const BEYOND_MS = 5_000

@Controller()
export class SnapshotCustomers {
  constructor(private readonly database: Database) {}

  /**
   * Returns copies of customers in the terms of RFC 5733, without those of other accounts. A copied customer is held: it
   * cannot be deleted until the order that needs the copy is stored or abandoned.
   */
  @Handles(snapshotCustomers)
  async execute(input: Input<typeof snapshotCustomers>, call: Call): Promise<Result<typeof snapshotCustomers>> {
    const { resellerId, handles } = input
    const rows = await this.database.read(findForSnapshot, { resellerId, handles })
    const until = call.deadline + AFTER_DEADLINE_MS
    const [held, unheld] = [rows.filter((row) => isHeld(row, until)), rows.filter((row) => !isHeld(row, until))]
    const beyond = new Date(until + BEYOND_MS)
    const holding =
      unheld.length === 0
        ? []
        : await this.database.read(holdForOrder, { ids: unheld.map(({ id }) => id), until: beyond })
    return { snapshots: [...held, ...holding].map(snapshotOf) }
  }
}

type Held = ShownCustomer & Citizen & Pick<Customer, 'snapshot_until'>

function isHeld({ snapshot_until }: Held, until: number): boolean {
  return snapshot_until !== null && snapshot_until.getTime() >= until
}
