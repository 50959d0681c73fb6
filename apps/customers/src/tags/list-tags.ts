import { listTags } from '@nameyard/contracts/customers/list-tags'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller, Inject } from '@nestjs/common'

/** account, value or null, limit, offset → the page and the count of all that match */
const pageOfTags = statement(
  'tag.page',
  `with matching as (select value from tag where reseller_id = $1 and ($2::text is null or value = $2))
   select (select count(*)::integer from matching) as total,
     array(select value from matching order by value limit $3 offset $4) as values`,
)

@Controller()
export class ListTags {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Handles(listTags)
  async execute({ value, limit, offset }: Input<typeof listTags>, call: Call): Promise<Result<typeof listTags>> {
    const [page] = (await this.database.read<{ total: number; values: string[] }>(pageOfTags, [
      resellerOf(call),
      value ?? null,
      limit,
      offset,
    ])) as [{ total: number; values: string[] }]
    return { results: page.values.map((each) => ({ key: 'customer', value: each })), total: page.total }
  }
}
