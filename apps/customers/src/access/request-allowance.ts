import { sql, type Placeholder, type Sql } from '@nameyard/persistence/statement'

/** What gateways report: a list of accounts and the requests that each accepted of them, and the ordinary limit. */
export interface Spending {
  readonly now: Date
  readonly resellerIds: readonly number[]
  readonly requests: readonly number[]
  readonly perSecond: number
  readonly burst: number
}

/**
 * Two table expressions: `spent` has the limit of each account, `allowance` its remaining requests after those that were
 * reported. They may fall below zero by one burst, because gateways report requests after they let them through.
 * @param others accounts that are wanted too: rows of their number and 0
 */
export const allowances = (given: Readonly<Record<keyof Spending, Placeholder>>, others: Sql): Sql => sql`
    spent as (
      select named.reseller_id, sum(requests)::float8 as requests,
        coalesce(requests_per_second, ${given.perSecond}::float8) as per_second,
        coalesce(requests_burst, ${given.burst}::float8) as burst,
        enforces_roles
      from (
        select * from unnest(${given.resellerIds}::integer[], ${given.requests}::integer[])
          as reported (reseller_id, requests)
        union all ${others}) as named
      join reseller on reseller.id = named.reseller_id
      group by named.reseller_id, requests_per_second, requests_burst, enforces_roles order by named.reseller_id
    ), allowance as (
      insert into request_allowance as known (reseller_id, remaining, as_of)
      select reseller_id, greatest(-burst, burst - requests), ${given.now} from spent
      on conflict (reseller_id) do update set
        remaining = (
          select greatest(-burst, least(burst, known.remaining
            + per_second * greatest(0, extract(epoch from excluded.as_of - known.as_of)::float8)) - requests)
          from spent where spent.reseller_id = known.reseller_id),
        as_of = greatest(known.as_of, excluded.as_of)
      returning reseller_id, remaining
    )`
