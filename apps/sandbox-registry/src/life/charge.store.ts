import type { ClientBase, Pool } from 'pg'
import { Refusal } from '../model/result'
import type { GracePeriod } from './grace.store'

/** What registrars pay for. An `auto-renew` is nobody's command. */
export const chargeKinds = ['create', 'renew', 'auto-renew', 'transfer', 'restore'] as const

export interface Charge {
  readonly at: Date
  readonly registrar: string
  readonly domain: string
  readonly kind: (typeof chargeKinds)[number]
  readonly years: number
  readonly cents: number
  /** ISO 4217. */
  readonly currency: string
  /** The command that caused it, when a registrar did. */
  readonly svTRID: string | null
}

/**
 * Refuses with 2104 what the registrar cannot pay for. The row is held, so that two sessions never spend the same
 * cents; a registrar without a limit is neither asked nor held.
 */
export async function refuseUnpaid(
  db: ClientBase,
  { registrar, cents, currency }: Pick<Charge, 'registrar' | 'cents' | 'currency'>,
): Promise<void> {
  const { rows: limits } = await db.query<{ credit: string }>({
    name: 'charge.limit',
    text: `select credit from sandbox_registry.registrar where cl_id = $1 and credit is not null for update`,
    values: [registrar],
  })
  const [limit] = limits
  if (!limit) return
  const { rows } = await db.query<{ spent: string }>(
    'select coalesce(sum(cents), 0) as spent from sandbox_registry.charge where registrar = $1 and currency = $2',
    [registrar, currency],
  )
  if (Number(rows[0]?.spent) + cents > Number(limit.credit)) throw new Refusal(2104, 'the credit does not suffice')
}

/** Debits a registrar, and opens the grace period in which a delete gives it back, if there is one. */
export async function insertCharge(db: ClientBase, charge: Charge, grace: GracePeriod | undefined): Promise<void> {
  await db.query({
    name: 'charge.insert',
    text: `with charged as (
       insert into sandbox_registry.charge (at, registrar, domain, kind, years, cents, currency, svtrid)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id, domain)
     insert into sandbox_registry.grace (domain, kind, charge, ends_at)
     select domain, $9, id, $10 from charged where $9::text is not null`,
    values: [
      charge.at,
      charge.registrar,
      charge.domain,
      charge.kind,
      charge.years,
      charge.cents,
      charge.currency,
      charge.svTRID,
      grace?.kind,
      grace?.endsAt,
    ],
  })
}

/** Gives charges back, each of them once in its life. */
export async function refund(
  db: ClientBase,
  charges: readonly string[],
  { at, svTRID }: { at: Date; svTRID: string | null },
): Promise<void> {
  await db.query(
    `insert into sandbox_registry.charge
       (at, registrar, domain, kind, years, cents, currency, refund_of, svtrid)
     select $2, registrar, domain, kind, years, -cents, currency, id, $3
     from sandbox_registry.charge where id = any($1) and cents > 0`,
    [charges, at, svTRID],
  )
}

/** What every registrar was charged in all, refunds taken off, as a negative number of cents by currency. */
export async function findBalances(db: Pool): Promise<{ registrar: string; currency: string; cents: number }[]> {
  const { rows } = await db.query<{ registrar: string; currency: string; cents: string }>(
    `select registrar, currency, -sum(cents) as cents from sandbox_registry.charge
     group by registrar, currency order by registrar, currency`,
  )
  return rows.map((row) => ({ ...row, cents: Number(row.cents) }))
}

export interface ChargeQuery {
  readonly registrar?: string | undefined
  readonly domain?: string | undefined
  readonly kind?: string | undefined
  /** Only charges after this one, to page on. */
  readonly after?: number | undefined
  readonly limit: number
}

/** What matches, oldest first. A refund has negative cents and names the charge it gives back. */
export async function findCharges(db: Pool, query: ChargeQuery): Promise<Record<string, unknown>[]> {
  const { rows } = await db.query<Record<string, unknown>>(
    `select id::integer, at, registrar, domain, kind, years, cents::integer, currency,
       refund_of::integer as "refundOf", svtrid as "svTRID"
     from sandbox_registry.charge
     where ($1::text is null or registrar = $1) and ($2::text is null or domain = $2)
       and ($3::text is null or kind = $3) and ($4::bigint is null or id > $4)
     order by id limit $5`,
    [query.registrar, query.domain, query.kind, query.after, query.limit],
  )
  return rows
}

/** Limits what a registrar may owe; null lifts the limit. False when there is no such registrar. */
export async function limitCredit(db: Pool, clID: string, cents: number | null): Promise<boolean> {
  const { rowCount } = await db.query('update sandbox_registry.registrar set credit = $2 where cl_id = $1', [
    clID,
    cents,
  ])
  return rowCount === 1
}
