import type { ClientBase, Pool } from 'pg'
import { join, sql, statement } from '@nameyard/persistence/statement'
import { read, readComposed, write } from '../database/query'
import { Refusal } from '../model/result'
import type { GraceKind, GracePeriod } from './grace.store'

/** What registrars pay for. The registry itself causes an `auto-renew`. */
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
  /** The command that caused the charge; null when the registry did. */
  readonly svTRID: string | null
}

const LOCK_LIMIT = statement<{ registrar: string }, { credit: string }>(
  'sandbox.lock-credit-limit',
  ({ registrar }) => sql`
    select credit from sandbox_registry.registrar where cl_id = ${registrar} and credit is not null for update`,
)

const SUM = statement<{ registrar: string; currency: string }, { spent: string }>(
  'sandbox.sum-charges',
  ({ registrar, currency }) => sql`
    select coalesce(sum(cents), 0) as spent from sandbox_registry.charge
    where registrar = ${registrar} and currency = ${currency}`,
)

const CREDIT_LEFT = statement<{ registrar: string; currency: string }, { credit: string; spent: string }>(
  'sandbox.credit-left',
  ({ registrar, currency }) => sql`
    select credit, (select coalesce(sum(cents), 0) from sandbox_registry.charge
      where registrar = ${registrar} and currency = ${currency}) as spent
    from sandbox_registry.registrar where cl_id = ${registrar} and credit is not null`,
)

const INSERT = statement<
  Charge & { readonly graceKind: GraceKind | undefined; readonly graceEndsAt: Date | undefined }
>(
  'sandbox.insert-charge',
  (charge) => sql`
    with charged as (
      insert into sandbox_registry.charge (at, registrar, domain, kind, years, cents, currency, svtrid)
      values (${charge.at}, ${charge.registrar}, ${charge.domain}, ${charge.kind}, ${charge.years}, ${charge.cents},
        ${charge.currency}, ${charge.svTRID})
      returning id, domain)
    insert into sandbox_registry.grace (domain, kind, charge, ends_at)
    select domain, ${charge.graceKind}, id, ${charge.graceEndsAt} from charged
    where ${charge.graceKind}::text is not null`,
)

const REFUND = statement<{ readonly charges: readonly string[]; readonly at: Date; readonly svTRID: string | null }>(
  'sandbox.refund-charges',
  ({ charges, at, svTRID }) => sql`
    insert into sandbox_registry.charge (at, registrar, domain, kind, years, cents, currency, refund_of, svtrid)
    select ${at}, registrar, domain, kind, years, -cents, currency, id, ${svTRID}
    from sandbox_registry.charge where id = any(${charges}) and cents > 0`,
)

const FIND_BALANCES = statement<void, { registrar: string; currency: string; cents: string }>(
  'sandbox.find-balances',
  () => sql`
    select registrar, currency, -sum(cents) as cents from sandbox_registry.charge
    group by registrar, currency order by registrar, currency`,
)

const LIMIT_CREDIT = statement<{ clID: string; cents: number | null }>(
  'sandbox.limit-credit',
  ({ clID, cents }) => sql`update sandbox_registry.registrar set credit = ${cents} where cl_id = ${clID}`,
)

/** The account of a registrar with a credit limit, after a charge; in cents. */
export interface Credit {
  readonly balance: number
  readonly limit: number
}

/**
 * Refuses with 2104 (billing failure) a charge beyond the registrar's credit limit. Locks the limit, so that two
 * sessions never spend the same cents; a registrar without a limit is not locked. Returns the account after the charge,
 * of a registrar with a limit.
 */
export async function refuseUnpaid(
  db: ClientBase,
  { registrar, cents, currency }: Pick<Charge, 'registrar' | 'cents' | 'currency'>,
): Promise<Credit | undefined> {
  const [limit] = await read(db, LOCK_LIMIT, { registrar })
  if (!limit) return undefined
  const [sum] = await read(db, SUM, { registrar, currency })
  const spent = Number(sum?.spent) + cents
  if (spent > Number(limit.credit)) throw new Refusal(2104, 'the credit does not suffice')
  return { balance: -spent, limit: Number(limit.credit) }
}

/** The credit limit of a registrar and what is left of it, in cents; undefined without a limit. */
export async function findCreditLeft(
  db: ClientBase,
  registrar: string,
  currency: string,
): Promise<{ readonly limit: number; readonly left: number } | undefined> {
  const [row] = await read(db, CREDIT_LEFT, { registrar, currency })
  return row && { limit: Number(row.credit), left: Number(row.credit) - Number(row.spent) }
}

/** Debits a registrar, and opens the grace period in which a delete refunds the charge, if there is one. */
export async function insertCharge(db: ClientBase, charge: Charge, grace: GracePeriod | undefined): Promise<void> {
  await write(db, INSERT, { ...charge, graceKind: grace?.kind, graceEndsAt: grace?.endsAt })
}

/** Refunds charges. A unique index allows at most one refund of a charge. */
export async function refund(
  db: ClientBase,
  charges: readonly string[],
  { at, svTRID }: { at: Date; svTRID: string | null },
): Promise<void> {
  await write(db, REFUND, { charges, at, svTRID })
}

/** Returns the balance of every registrar by currency, in cents: minus its charges, plus its refunds. */
export async function findBalances(db: Pool): Promise<{ registrar: string; currency: string; cents: number }[]> {
  return (await read(db, FIND_BALANCES)).map((row) => ({ ...row, cents: Number(row.cents) }))
}

export interface ChargeQuery {
  readonly registrar?: string | undefined
  readonly domain?: string | undefined
  readonly kind?: string | undefined
  /** Only charges after this `id`, for paging. */
  readonly after?: number | undefined
  readonly limit: number
}

/** Returns the matching charges, oldest first. A refund has negative cents and names the refunded charge. */
export async function findCharges(db: Pool, query: ChargeQuery): Promise<Record<string, unknown>[]> {
  const filters = [
    query.registrar !== undefined && sql`registrar = ${query.registrar}`,
    query.domain !== undefined && sql`domain = ${query.domain}`,
    query.kind !== undefined && sql`kind = ${query.kind}`,
    sql`id > ${query.after ?? 0}`,
  ]
  return readComposed(
    db,
    sql`
      select id::integer, at, registrar, domain, kind, years, cents::integer, currency,
        refund_of::integer as "refundOf", svtrid as "svTRID"
      from sandbox_registry.charge
      where ${join(
        filters.filter((filter) => filter !== false),
        ' and ',
      )}
      order by id limit ${query.limit}`,
  )
}

/** Sets the credit limit of a registrar; null removes it. Returns false for an unknown registrar. */
export async function limitCredit(db: Pool, clID: string, cents: number | null): Promise<boolean> {
  return (await write(db, LIMIT_CREDIT, { clID, cents })) === 1
}
