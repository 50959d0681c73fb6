import { Controller, Inject } from '@nestjs/common'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import type { Input, Result } from '@nameyard/contracts/operation'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { findByHandles, fullName, type ShownCustomer } from './customer.store'

@Controller()
export class SnapshotCustomers {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Copies customers in the terms of RFC 5733; what is not the account's is left out. */
  @Handles(snapshotCustomers)
  async execute(input: Input<typeof snapshotCustomers>): Promise<Result<typeof snapshotCustomers>> {
    const rows = await this.database.read<ShownCustomer>(findByHandles, [input.handles])
    return { snapshots: rows.filter(({ reseller_id }) => reseller_id === input.resellerId).map(snapshot) }
  }
}

function snapshot(row: ShownCustomer): ContactSnapshot {
  return {
    handle: row.handle,
    name: fullName(row),
    organization: row.company_name || undefined,
    street: [[row.street, row.house_number, row.house_suffix].filter((part) => part !== '').join(' ')],
    city: row.city,
    stateOrProvince: row.state || undefined,
    postalCode: row.zipcode || undefined,
    countryCode: row.country,
    voice: `${row.phone_country_code}.${row.phone_area_code}${row.phone_subscriber_number}`,
    fax: row.fax_subscriber_number
      ? `${row.fax_country_code}.${row.fax_area_code}${row.fax_subscriber_number}`
      : undefined,
    email: row.email,
  }
}
