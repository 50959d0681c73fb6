import { createHash } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { importPrices } from '@nameyard/contracts/orders/import-prices'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { money } from './model/money'
import { compare, costOf, describePrice, nameOf, readPriceFile, type Comparison } from './model/price-file'
import type { Price } from './model/quote'
import { PriceEvents } from './price-events'

/** Maximum of changes in the reply. The counts include all changes. */
const MAX_CHANGES = 1000

const insertList = statement<{ list: string; currency: string }>(
  'prices.insert-list',
  ({ list, currency }) =>
    sql`insert into price_list (name, currency) values (${list}, ${currency}) on conflict (name) do nothing`,
)

/** Locks the list, so that concurrent imports run one after the other. */
const holdList = statement<{ list: string }, { id: number; currency: string }>(
  'prices.hold-list',
  ({ list }) => sql`select id, currency from price_list where name = ${list} for update`,
)

const currentPrices = statement<{ listId: number; subjects: readonly string[] }, CurrentRow>(
  'prices.current',
  ({ listId, subjects }) => sql`
    select kind, subject, operation, tier, starts_at as "startsAt", ends_at as "endsAt",
      product_currency as "productCurrency", product_amount::float8 as "productAmount", amount::float8 as amount
    from price where price_list_id = ${listId} and subject = any(${subjects})`,
)

const insertPrices = statement<{ listId: number | undefined; prices: string }>(
  'prices.insert',
  ({ listId, prices }) => sql`
    insert into price (price_list_id, kind, subject, operation, tier, starts_at, ends_at, product_currency,
      product_amount, amount)
    select ${listId}, kind, subject, operation, tier, "startsAt", "endsAt", product ->> 'currency',
      (product ->> 'amount')::bigint, (reseller ->> 'amount')::bigint
    from jsonb_to_recordset(${prices}::jsonb) as p(
      kind text, subject text, operation text, tier smallint, "startsAt" timestamptz, "endsAt" timestamptz,
      product jsonb, reseller jsonb)
    on conflict (price_list_id, subject, kind, operation, tier, starts_at) do update
      set ends_at = excluded.ends_at, product_currency = excluded.product_currency,
        product_amount = excluded.product_amount, amount = excluded.amount`,
)

type Asked = Input<typeof importPrices>

/** The result of a comparison. */
interface ComparisonResult {
  readonly changed: readonly Comparison[]
  /** The changed prices that are below cost. */
  readonly below: readonly Comparison[]
  readonly fingerprint: string
}

interface CurrentRow {
  kind: Price['kind']
  subject: string
  operation: string
  tier: number
  startsAt: Date
  endsAt: Date | null
  productCurrency: string
  productAmount: number
  amount: number | null
}

/** Compares a file of prices with a list. A second call with the fingerprint of the comparison applies exactly these changes. */
@Controller()
export class ImportPrices {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: PriceEvents,
  ) {}

  @Handles(importPrices)
  execute(input: Asked, call: Call): Promise<Result<typeof importPrices>> {
    const { list, csv, apply } = input
    const now = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      const { id, currency } = await this.lockedList(tx, list, input.currency, apply !== undefined)
      const { prices, faults } = readPriceFile(csv, currency, now)
      refuseFaults(faults)
      const current = id === undefined ? [] : await this.current(tx, id, currency, prices)
      const compared = compare(prices, current)
      const changed = compared.filter(({ isChanged }) => isChanged)
      const below = changed.filter(({ price }) => costOf(price) === 'below')
      const others = changed.filter(({ price }) => costOf(price) !== 'below')
      const fingerprint = fingerprintOf(list, changed, now)
      if (apply === undefined) tellAudit(tx, { isNothing: true })
      else await this.applyChanges(tx, input, id, { changed, below, fingerprint })
      return {
        fingerprint,
        isApplied: apply !== undefined,
        added: changed.filter(({ before }) => !before).length,
        changed: changed.filter(({ before }) => before).length,
        unchanged: compared.length - changed.length,
        belowCost: below.length,
        notComparable: others.filter(({ price }) => costOf(price) === 'not comparable').length,
        changes: [...below, ...others].slice(0, MAX_CHANGES).map(onWire),
      }
    })
  }

  /** Applies the compared changes and records the operator. */
  private async applyChanges(
    tx: Tx,
    { list, apply, allowBelowCost }: Asked,
    id: number | undefined,
    { changed, below, fingerprint }: ComparisonResult,
  ): Promise<void> {
    if (apply !== fingerprint) fail('prices_changed')
    if (below[0] && !allowBelowCost) fail('prices_below_cost', { count: below.length, price: nameOf(below[0].price) })
    const prices = changed.map(({ price }) => price)
    await tx.query(insertPrices, { listId: id, prices: JSON.stringify(prices) })
    if (id !== undefined) await this.events.tellList(tx, id, prices)
    tellAudit(tx, {
      resellerId: null,
      subject: `price list ${list}`,
      changes: {
        prices: { to: `${changed.length} lines, comparison ${fingerprint}` },
        ...(below.length > 0 && { below_cost: { to: `${below.length} lines` } }),
      },
    })
  }

  /** Returns the locked list. It is created when changes are applied; a comparison with a new list has no id. */
  private async lockedList(
    tx: Tx,
    list: string,
    currency: string | undefined,
    isWritten: boolean,
  ): Promise<{ id?: number; currency: string }> {
    if (isWritten && currency !== undefined) await tx.query(insertList, { list, currency })
    const [found] = await tx.query(holdList, { list })
    return found ?? (currency === undefined ? fail('price_list_not_found', { list }) : { currency })
  }

  private async current(tx: Tx, id: number, currency: string, prices: readonly Price[]): Promise<Price[]> {
    const subjects = [...new Set(prices.map(({ subject }) => subject))]
    const rows = await tx.query(currentPrices, { listId: id, subjects })
    return rows.map(({ productCurrency, productAmount, amount, ...row }) => ({
      ...row,
      product: money(productCurrency, productAmount),
      reseller: amount === null ? null : money(currency, amount),
    }))
  }
}

/** Refuses a file with an invalid line. */
function refuseFaults(faults: ReturnType<typeof readPriceFile>['faults']): void {
  const [first] = faults
  if (!first) return
  fail(
    'invalid_input',
    { field: `line ${first.line}`, problem: first.problem },
    faults.slice(0, 100).map(({ line, problem }) => ({ path: `csv.${line}`, problem })),
  )
}

/** Identifies a comparison. Prices that start "now" compare as equal, although "now" is later when they are applied. */
function fingerprintOf(list: string, changed: readonly Comparison[], now: Date): string {
  const lines = changed.map(({ price, before }) => [
    nameOf(price),
    price.startsAt > now ? price.startsAt.toISOString() : 'now',
    before ? describePrice(before) : '',
    describePrice(price),
  ])
  return createHash('sha256')
    .update(JSON.stringify([list, lines]))
    .digest('hex')
    .slice(0, 16)
}

function onWire({ price, before }: Comparison): Result<typeof importPrices>['changes'][number] {
  const cost = costOf(price)
  return {
    price: nameOf(price),
    startsAt: price.startsAt.toISOString(),
    ...(before && { before: describePrice(before) }),
    after: describePrice(price),
    ...(cost && { cost }),
  }
}
