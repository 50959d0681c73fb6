import { Controller } from '@nestjs/common'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { fullName } from '../party/model/party-details'
import { registryNumber } from '../party/model/phone'
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
