import { In, IsNull, Not } from 'typeorm'
import type { Database } from '@nameyard/persistence/database'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import { domainSchema, isLive } from '../lifecycle/domain.store'
import type { Domain } from '../lifecycle/model/domain'

/** Names per page. */
const PAGE = raw('500')

/** Names of live domains and orders under some extensions, in their order. */
export const liveNamesBelow = statement<{ extensions: readonly string[]; after: string }, { name: string }>(
  'domains.live-names-below',
  ({ extensions, after }) => sql`
    select name from domain where name > ${after} and extension = any(${extensions}::text[]) and ${isLive}
    order by name limit ${PAGE}`,
)

/** The domains among some that an operation at the registry is under way for. Checks change nothing. */
export const busyDomains = statement<{ ids: readonly number[] }, { id: number }>(
  'domains.busy',
  ({ ids }) => sql`
    select distinct domain_id as id from registry_operation
    where domain_id = any(${ids}::integer[]) and state in ('held', 'submitted') and purpose <> 'info'`,
)

/** The live domains and orders of names, in any account. */
export async function liveOfNames({ dataSource }: Database, names: readonly string[]): Promise<Domain[]> {
  const where = { name: In([...names]), deletedAt: IsNull(), phase: Not('failed' as const) }
  return dataSource.manager.find(domainSchema, { where })
}
