import { Controller } from '@nestjs/common'
import { listTemplates } from '@nameyard/contracts/dns/list-templates'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { join, raw, sql } from '@nameyard/persistence/statement'
import { templateColumns, templateRecords, type WireTemplate } from './template.store'

type Listed = Omit<WireTemplate, 'records'> & { readonly records: WireTemplate['records'] | null }

@Controller()
export class ListTemplates {
  constructor(private readonly database: Database) {}

  @Handles(listTemplates)
  async execute(input: Input<typeof listTemplates>, call: Call): Promise<Result<typeof listTemplates>> {
    const { name_pattern, with_records, limit, offset } = input
    const filters = [
      sql`reseller_id = ${resellerOf(call)}`,
      ...(name_pattern ? [sql`name ilike ${likePattern(name_pattern)}`] : []),
    ]
    // One statement, so that a page beyond the end also has the count.
    const [list] = await this.database.read<{ total: number; results: Listed[] }>(sql`
      with matching as (select * from template where ${join(filters, ' and ')})
      select (select count(*)::integer from matching) as total, coalesce(json_agg(page), '[]') as results
      from (
        select ${templateColumns}, ${with_records ? templateRecords : sql`null`} as records
        from matching t order by t.name collate "C" ${raw(input.order)} limit ${limit} offset ${offset}) page`)
    const { total, results } = list!
    return { results: results.map(({ records, ...template }) => ({ ...template, ...(records && { records }) })), total }
  }
}
