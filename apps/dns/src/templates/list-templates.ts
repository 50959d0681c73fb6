import { Controller, Inject } from '@nestjs/common'
import { listTemplates } from '@nameyard/contracts/dns/list-templates'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { statement, type Statement } from '@nameyard/persistence/statement'
import { templateColumns, templateRecords, type WireTemplate } from './template.store'

type Listed = Omit<WireTemplate, 'records'> & { readonly records: WireTemplate['records'] | null }

/** A page of templates with the count of all that match; a page beyond the end still has the count. */
function pageOf(direction: 'asc' | 'desc'): Statement {
  return statement(
    `dns.list-templates-${direction}`,
    `with matching as (select * from template where reseller_id = $1 and ($2::text is null or name ilike $2))
     select (select count(*)::integer from matching) as total, coalesce(json_agg(page), '[]') as results
     from (
       select ${templateColumns}, case when $5 then ${templateRecords} end as records
       from matching t order by t.name collate "C" ${direction} limit $3 offset $4) page`,
  )
}

const pages = { asc: pageOf('asc'), desc: pageOf('desc') }

@Controller()
export class ListTemplates {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Handles(listTemplates)
  async execute(input: Input<typeof listTemplates>, call: Call): Promise<Result<typeof listTemplates>> {
    const { name_pattern, with_records, limit, offset } = input
    const [list] = await this.database.read<{ total: number; results: Listed[] }>(pages[input.order], [
      resellerOf(call),
      name_pattern ? likePattern(name_pattern) : null,
      limit,
      offset,
      with_records,
    ])
    const { total, results } = list!
    return { results: results.map(({ records, ...template }) => ({ ...template, ...(records && { records }) })), total }
  }
}
