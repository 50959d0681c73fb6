import { Controller } from '@nestjs/common'
import { listTags } from '@nameyard/contracts/customers/list-tags'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

interface Page {
  readonly total: number
  readonly values: readonly string[]
}

/** Reads a page of tags, all or those equal to a value, and the count of all matches. */
const pageOfTags = statement<{ resellerId: number; value: string | null; limit: number; offset: number }, Page>(
  'tag.page',
  ({ resellerId, value, limit, offset }) => sql`
    with matching as (
      select value from tag
      where reseller_id = ${resellerId} and (${value}::text is null or value = ${value}))
    select (select count(*)::integer from matching) as total,
      array(select value from matching order by value limit ${limit} offset ${offset}) as values`,
)

@Controller()
export class ListTags {
  constructor(private readonly database: Database) {}

  @Handles(listTags)
  async execute({ value, limit, offset }: Input<typeof listTags>, call: Call): Promise<Result<typeof listTags>> {
    const [page] = await this.database.read(pageOfTags, {
      resellerId: resellerOf(call),
      value: value ?? null,
      limit,
      offset,
    })
    return { results: page!.values.map((each) => ({ key: 'customer', value: each })), total: page!.total }
  }
}
