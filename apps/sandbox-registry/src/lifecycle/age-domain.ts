import type { ClientBase } from 'pg'
import { sql, statement, type Placeholders, type Sql } from '@nameyard/persistence/statement'
import { write } from '../database/query'

interface Aging {
  readonly name: string
  readonly seconds: number
}

const earlier = (column: Sql, { seconds }: Placeholders<Aging>) =>
  sql`${column} = ${column} - make_interval(secs => ${seconds})`

const AGE = statement<Aging>(
  'sandbox.age-domain',
  (given) => sql`
    with aged as (
      update sandbox_registry.domain set ${earlier(sql`created_at`, given)}, ${earlier(sql`updated_at`, given)},
        ${earlier(sql`transferred_at`, given)}, ${earlier(sql`expires_at`, given)}, ${earlier(sql`rgp_until`, given)},
        ${earlier(sql`redemption_until`, given)}
      where name = ${given.name} returning name),
    graces as (
      update sandbox_registry.grace set ${earlier(sql`ends_at`, given)} where domain = (select name from aged)),
    actions as (
      update sandbox_registry.pending_action set ${earlier(sql`due_at`, given)}
      where domain = (select name from aged)),
    transfers as (
      update sandbox_registry.transfer set ${earlier(sql`requested_at`, given)}, ${earlier(sql`acts_at`, given)},
        ${earlier(sql`expires_at`, given)}
      where domain = (select name from aged))
    select from aged`,
)

/**
 * Makes a domain older: moves all its dates into the past by so many seconds. The next run of the jobs does what is due
 * then. Returns false when there is no such domain.
 */
export async function ageDomain(db: ClientBase, name: string, seconds: number): Promise<boolean> {
  return (await write(db, AGE, { name, seconds })) === 1
}
