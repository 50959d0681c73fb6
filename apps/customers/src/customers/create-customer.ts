import { Controller, Inject } from '@nestjs/common'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { insertCustomer, newColumns, type Customer } from './customer.store'
import { newCustomer, type NewCustomer } from './model/new-customer'

@Controller()
export class CreateCustomer {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Handles(createCustomer)
  async execute(input: Input<typeof createCustomer>, call: Call): Promise<Result<typeof createCustomer>> {
    const fresh = newCustomer(input)
    if ('refusal' in fresh) fail(fresh.refusal, fresh.details)
    const now = this.clock.now()
    const resellerId = resellerOf(call)
    const values = [fresh.initials, fresh.country, ...rowValues(input, fresh, resellerId, now)]
    return this.database.unitOfWork(call, async (tx) => {
      const [created] = await tx.query<{ handle: string }>(insertCustomer, values)
      return { handle: created!.handle }
    })
  }
}

/** What the row holds, in the order of {@link newColumns}. */
function rowValues(input: Input<typeof createCustomer>, fresh: NewCustomer, resellerId: number, now: Date): unknown[] {
  const { name, address } = input
  const row: Pick<Customer, (typeof newColumns)[number]> = {
    reseller_id: resellerId,
    username: input.username ?? '',
    first_name: name.first_name,
    prefix: name.prefix ?? '',
    initials: name.initials ?? '',
    last_name: name.last_name,
    company_name: input.company_name ?? '',
    email: input.email.trim(),
    street: address.street,
    house_number: address.number ?? '',
    house_suffix: address.suffix ?? '',
    zipcode: address.zipcode,
    city: address.city,
    state: address.state ?? '',
    country: fresh.country,
    phone_country_code: fresh.phone.country_code,
    phone_area_code: fresh.phone.area_code,
    phone_subscriber_number: fresh.phone.subscriber_number,
    fax_country_code: fresh.fax.country_code,
    fax_area_code: fresh.fax.area_code,
    fax_subscriber_number: fresh.fax.subscriber_number,
    vat: input.vat ?? '',
    locale: fresh.locale,
    comments: input.comments ?? '',
    comments_changed_at: input.comments ? now : null,
    tags: input.tags ?? [],
    additional_data: input.additional_data ?? {},
    extension_additional_data: input.extension_additional_data ?? [],
    created_at: now,
    updated_at: now,
  }
  // `pg` writes a list as an array of PostgreSQL unless it is JSON text already.
  return newColumns.map((column) => (jsonColumns.has(column) ? JSON.stringify(row[column]) : row[column]))
}

const jsonColumns: ReadonlySet<string> = new Set(['tags', 'additional_data', 'extension_additional_data'])
