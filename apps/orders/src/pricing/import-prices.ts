import { recordOperatorChange } from '@nameyard/contracts/access/record-operator-change'
import { createHash } from 'node:crypto'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { importPrices } from '@nameyard/contracts/orders/import-prices'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { money } from './model/money'
import { compare, costOf, describePrice, nameOf, readPriceFile, type Comparison } from './model/price-file'
import type { Price } from './model/quote'

/** Changes that are shown at most; the counts are of all. */
const MAX_CHANGES = 1000

const insertList = statement(
  'prices.insert-list',
  'insert into price_list (name, currency) values ($1, $2) on conflict (name) do nothing',
)

/** Held, so that of two imports the second compares with what the first has left. */
const holdList = statement('prices.hold-list', 'select id, currency from price_list where name = $1 for update')

const currentPrices = statement(
  'prices.current',
  `select kind, subject, operation, tier, starts_at as "startsAt", ends_at as "endsAt",
     product_currency as "productCurrency", product_amount::float8 as "productAmount", amount::float8 as amount
   from price where price_list_id = $1 and subject = any($2)`,
)

const insertPrices = statement(
  'prices.insert',
  `insert into price (price_list_id, kind, subject, operation, tier, starts_at, ends_at, product_currency,
     product_amount, amount)
   select $1, kind, subject, operation, tier, "startsAt", "endsAt", product ->> 'currency',
     (product ->> 'amount')::bigint, (reseller ->> 'amount')::bigint
   from jsonb_to_recordset($2::jsonb) as p(
     kind text, subject text, operation text, tier smallint, "startsAt" timestamptz, "endsAt" timestamptz,
     product jsonb, reseller jsonb)
   on conflict (price_list_id, subject, kind, operation, tier, starts_at) do update
     set ends_at = excluded.ends_at, product_currency = excluded.product_currency,
       product_amount = excluded.product_amount, amount = excluded.amount`,
)

type Asked = Input<typeof importPrices>

/** What a comparison showed. */
interface Shown {
  readonly changed: readonly Comparison[]
  /** Those of the changed that are below cost. */
  readonly below: readonly Comparison[]
  readonly fingerprint: string
}

interface CurrentRow {
  [column: string]: unknown
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

/** Shows what a file of prices would change, and changes just that when it is asked again with what it showed. */
@Controller()
export class ImportPrices {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  @Handles(importPrices)
  execute(input: Asked, call: Call): Promise<Result<typeof importPrices>> {
    const { list, csv, apply } = input
    const now = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      const { id, currency } = await this.held(tx, list, input.currency, apply !== undefined)
      const { prices, faults } = readPriceFile(csv, currency, now)
      refuseFaults(faults)
      const current = id === undefined ? [] : await this.current(tx, id, currency, prices)
      const compared = compare(prices, current)
      const changed = compared.filter(({ isChanged }) => isChanged)
      const below = changed.filter(({ price }) => costOf(price) === 'below')
      const others = changed.filter(({ price }) => costOf(price) !== 'below')
      const fingerprint = fingerprintOf(list, changed, now)
      if (apply !== undefined) await this.takeOver(tx, input, id, { changed, below, fingerprint }, now)
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

  /** Changes just what was shown, and tells who did. */
  private async takeOver(
    tx: Tx,
    { operator, list, apply, allowBelowCost }: Asked,
    id: number | undefined,
    { changed, below, fingerprint }: Shown,
    now: Date,
  ): Promise<void> {
    if (apply !== fingerprint) fail('prices_changed')
    if (below[0] && !allowBelowCost) fail('prices_below_cost', { count: below.length, price: nameOf(below[0].price) })
    await tx.query(insertPrices, [id, JSON.stringify(changed.map(({ price }) => price))])
    await this.outbox.append(tx, recordOperatorChange, {
      at: now.toISOString(),
      operator,
      resellerId: null,
      operation: importPrices.id,
      subject: `price list ${list}`,
      changes: {
        prices: { to: `${changed.length} lines, comparison ${fingerprint}` },
        ...(below.length > 0 && { below_cost: { to: `${below.length} lines` } }),
      },
    })
  }

  /** The list, which is made when it is written to for the first time; without an id while it is only looked at. */
  private async held(
    tx: Tx,
    list: string,
    currency: string | undefined,
    isWritten: boolean,
  ): Promise<{ id?: number; currency: string }> {
    if (isWritten && currency !== undefined) await tx.query(insertList, [list, currency])
    const [found] = await tx.query<{ id: number; currency: string }>(holdList, [list])
    return found ?? (currency === undefined ? fail('price_list_not_found', { list }) : { currency })
  }

  private async current(tx: Tx, id: number, currency: string, prices: readonly Price[]): Promise<Price[]> {
    const subjects = [...new Set(prices.map(({ subject }) => subject))]
    const rows = await tx.query<CurrentRow>(currentPrices, [id, subjects])
    return rows.map(({ productCurrency, productAmount, amount, ...row }) => ({
      ...row,
      product: money(productCurrency, productAmount),
      reseller: amount === null ? null : money(currency, amount),
    }))
  }
}

/** Nothing of a file is taken over while a line of it is wrong. */
function refuseFaults(faults: ReturnType<typeof readPriceFile>['faults']): void {
  const [first] = faults
  if (!first) return
  fail(
    'invalid_input',
    { field: `line ${first.line}`, problem: first.problem },
    faults.slice(0, 100).map(({ line, problem }) => ({ path: `csv.${line}`, problem })),
  )
}

/** Stands for a comparison as it was shown; prices that begin "now" begin at another now when they are taken over. */
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
