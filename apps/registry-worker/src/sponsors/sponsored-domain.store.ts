import { sql, statement } from '@nameyard/persistence/statement'

export const sponsorOf = statement<{ readonly name: string }, { readonly account: string }>(
  'sponsored-domains.find',
  ({ name }) => sql`select account from sponsored_domain where name = ${name}`,
)

export const putSponsor = statement<{ readonly name: string; readonly account: string }>(
  'sponsored-domains.put',
  ({ name, account }) => sql`
    insert into sponsored_domain (name, account) values (${name}, ${account})
    on conflict (name) do update set account = excluded.account where sponsored_domain.account <> excluded.account`,
)

export const forgetSponsor = statement<{ readonly name: string }>(
  'sponsored-domains.forget',
  ({ name }) => sql`delete from sponsored_domain where name = ${name}`,
)

/** Operations that wait for one run at its account: they may have arrived before it. */
export const moveSuccessors = statement<{ readonly id: string; readonly account: string }>(
  'sponsored-domains.move-successors',
  ({ id, account }) => sql`
    with recursive next as (
      select id from operation where after = ${id} and state = 'queued'
      union select o.id from operation o join next on o.after = next.id where o.state = 'queued')
    update operation set account = ${account} from next where operation.id = next.id`,
)
