import { Controller, Inject } from '@nestjs/common'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { findForSnapshot, holdForOrder, type Citizen, type Customer, type ShownCustomer } from './customer.store'
import { fullName } from './model/particulars'
import { registryNumber } from './model/phone'

/** An order whose caller has gone may still be stored; milliseconds. */
const AFTER_DEADLINE_MS = 5_000

/** Held for longer than one order needs, a customer of many orders is not written for each of them; milliseconds. */
const BEYOND_MS = 5_000

@Controller()
export class SnapshotCustomers {
  constructor(@Inject(Database) private readonly database: Database) {}

  /**
   * Copies customers in the terms of RFC 5733; what is not the account's is left out. What was copied is held: it is not
   * deleted before the order it was copied for is stored or given up.
   */
  @Handles(snapshotCustomers)
  async execute(input: Input<typeof snapshotCustomers>, call: Call): Promise<Result<typeof snapshotCustomers>> {
    const { resellerId, handles } = input
    const rows = await this.database.read<Held>(findForSnapshot, [resellerId, handles])
    const until = call.deadline + AFTER_DEADLINE_MS
    const [held, unheld] = [rows.filter((row) => isHeld(row, until)), rows.filter((row) => !isHeld(row, until))]
    const beyond = new Date(until + BEYOND_MS)
    const holding =
      unheld.length === 0
        ? []
        : await this.database.read<ShownCustomer & Citizen & Record<string, unknown>>(holdForOrder, [
            unheld.map(({ id }) => id),
            beyond,
          ])
    return { snapshots: [...held, ...holding].map(snapshot) }
  }
}

type Held = ShownCustomer & Citizen & Pick<Customer, 'snapshot_until'>

function isHeld({ snapshot_until }: Held, until: number): boolean {
  return snapshot_until !== null && snapshot_until.getTime() >= until
}

function snapshot(row: ShownCustomer & Citizen): ContactSnapshot {
  return {
    handle: row.handle,
    name: fullName(row),
    organization: row.company_name || undefined,
    street: [[row.street, row.house_number, row.house_suffix].filter((part) => part !== '').join(' ')],
    city: row.city,
    stateOrProvince: row.state || undefined,
    postalCode: row.zipcode || undefined,
    countryCode: row.country,
    citizenship: row.citizenship?.toUpperCase() || undefined,
    voice: registryNumber({
      country_code: row.phone_country_code,
      area_code: row.phone_area_code,
      subscriber_number: row.phone_subscriber_number,
    }),
    fax: row.fax_subscriber_number
      ? registryNumber({
          country_code: row.fax_country_code,
          area_code: row.fax_area_code,
          subscriber_number: row.fax_subscriber_number,
        })
      : undefined,
    email: row.email,
  }
}
