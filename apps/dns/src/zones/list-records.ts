import { Controller, Inject } from '@nestjs/common'
import { listRecords } from '@nameyard/contracts/dns/list-records'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, type Given } from '@nameyard/messaging/handles'
import { JsonText, printed } from '@nameyard/messaging/printed'
import { Database } from '@nameyard/persistence/database'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { statement, type Statement } from '@nameyard/persistence/statement'
import { recordTypes } from '@nameyard/zone/record-types'
import { authorityOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { apexOf } from './apex'
import { orderBy } from './order-by'
import { authorityValues, recordList, recordRows } from './wire-zone'

const sortKeys = {
  type: 'row.type',
  name: 'row.name collate "C"',
  value: 'row.value collate "C"',
  ttl: 'row.ttl',
  prio: 'row.prio',
}

/** By type, then by name, and through to what makes a record one of its kind. */
const ownOrder = 'row.type, row.name collate "C", row.prio, row.value collate "C"'

/** No row when there is no such zone; otherwise a page of its records and the count of all that match. */
function pageOf(order: string): Statement {
  return statement(
    '',
    `select list.* from zone z, lateral (
       with matching as (
         select * from (${recordRows(11)}) row
         where ($4::text is null or row.name ilike $4) and ($5::text is null or row.value ilike $5)
           and ($6::text is null or row.type = $6) and ($7::integer is null or row.prio = $7)
           and ($8::integer is null or row.ttl = $8))
       select (select count(*)::integer from matching) as total,
         ${recordList(`select * from matching row order by ${order} limit $9 offset $10`)} as results) list
     where z.reseller_id = $1 and z.name = $2 and ($3::integer is null or z.id = $3) and z.deleted_at is null`,
  )
}

/** A type by its mnemonic, also where a number stands for it (RFC 3597 section 5). */
function typeNamed(given: string): string {
  const name = given.trim().toUpperCase()
  return recordTypes.get(name)?.name ?? name
}

@Controller()
export class ListRecords {
  private readonly authority: unknown[]

  constructor(
    @Inject(DNS_CONFIG) config: DnsConfig,
    @Inject(Database) private readonly database: Database,
  ) {
    this.authority = authorityValues(authorityOf(config))
  }

  @Handles(listRecords)
  async execute(input: Input<typeof listRecords>, call: Call): Promise<Given<typeof listRecords>> {
    return printed<Result<typeof listRecords>>(await this.page(input, call))
  }

  /** A page, its records as JSON text. */
  async page(input: Input<typeof listRecords>, call: Call): Promise<{ results: JsonText; total: number }> {
    const { record_name_pattern: name, value_pattern: value, type } = input
    // Zones of the premium provider are not held here: their lists are empty.
    if (input.zone_provider === 'sectigo') return { results: new JsonText('[]'), total: 0 }
    const order = orderBy(input.order_by, sortKeys, ownOrder)
    const [list] = await this.database.read<{ total: number; results: string }>(pageOf(order), [
      resellerOf(call),
      apexOf(input.name),
      input.zone_id ?? null,
      name === undefined ? null : likePattern(name),
      value === undefined ? null : likePattern(value),
      type === undefined ? null : typeNamed(type),
      input.prio ?? null,
      input.ttl ?? null,
      input.limit,
      input.offset,
      ...this.authority,
    ])
    return list ? { results: new JsonText(list.results), total: list.total } : fail('zone_not_found')
  }
}
