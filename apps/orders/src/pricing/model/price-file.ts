import { parseDomainName } from '@nameyard/names/domain-name'
import { parseCsv } from './csv'
import { printAmount, readAmount, type Money } from './money'
import { pricedOperations, type Price } from './quote'

/** The problem of a line of a file. */
export interface LineFault {
  readonly line: number
  readonly problem: string
}

const columns = [
  'kind',
  'subject',
  'operation',
  'tier',
  'starts_at',
  'ends_at',
  'product_currency',
  'product_price',
  'price',
] as const
type Column = (typeof columns)[number]

const kinds = ['regular', 'promotion', 'premium', 'early-access'] as const

/** A line of the file is invalid. */
class InvalidLine extends Error {}

/**
 * Reads a file of prices in a currency and collects the problems of all lines. A price without a start begins now. None
 * may start in the past, so that the stored prices always explain earlier charges.
 */
export function readPriceFile(
  csv: string,
  currency: string,
  now: Date,
): { readonly prices: readonly Price[]; readonly faults: readonly LineFault[] } {
  const [head, ...rows] = parseCsv(csv)
  const names = head?.fields.map((name) => name.trim().toLowerCase()) ?? []
  const missing = columns.filter((column) => !names.includes(column))
  if (missing.length > 0) return { prices: [], faults: [{ line: 1, problem: `has no column ${missing.join(', ')}` }] }
  const doubled = columns.find((column) => names.indexOf(column) !== names.lastIndexOf(column))
  if (doubled) return { prices: [], faults: [{ line: 1, problem: `has the column ${doubled} twice` }] }
  const prices: Price[] = []
  const faults: LineFault[] = []
  const seen = new Map<string, number>()
  for (const { line, fields, isQuotedCorrectly } of rows) {
    try {
      if (!isQuotedCorrectly) throw new InvalidLine('has a quote that does not close its field')
      // A decimal comma or a truncated line would be read as another price, or as the end of a sale.
      if (fields.length !== names.length)
        throw new InvalidLine(`has ${fields.length} fields, but the header has ${names.length}`)
      const price = readLine((column) => fields[names.indexOf(column)]?.trim() ?? '', currency, now)
      const key = keyOf(price)
      if (seen.has(key)) throw new InvalidLine(`repeats the price of line ${seen.get(key)}`)
      seen.set(key, line)
      prices.push(price)
    } catch (error) {
      if (!(error instanceof InvalidLine)) throw error
      faults.push({ line, problem: error.message })
    }
  }
  return { prices, faults }
}

function readLine(field: (column: Column) => string, currency: string, now: Date): Price {
  const kind = kinds.find((each) => each === field('kind'))
  if (!kind) throw new InvalidLine(`kind ${field('kind')} must be one of ${kinds.join(', ')}`)
  const subject = parseDomainName(field('subject'))
  if (!subject.ok) throw new InvalidLine(`subject ${field('subject')} is not a domain name`)
  if (kind === 'premium' && !subject.value.ascii.includes('.'))
    throw new InvalidLine('subject of a premium price must be a whole name')
  const operation = pricedOperations.find((each) => each === field('operation'))
  if (!operation) throw new InvalidLine(`operation ${field('operation')} must be one of ${pricedOperations.join(', ')}`)
  if (kind === 'early-access' && operation !== 'create')
    throw new InvalidLine('an early access fee is possible only for create')
  if (!/^\d{0,2}$/.test(field('tier'))) throw new InvalidLine(`tier ${field('tier')} must be 0 to 99`)
  const startsAt = instant('starts_at', field('starts_at')) ?? now
  if (startsAt < now) throw new InvalidLine('starts_at is in the past')
  const endsAt = instant('ends_at', field('ends_at')) ?? null
  if (endsAt ? endsAt <= startsAt : kind === 'promotion' || kind === 'early-access')
    throw new InvalidLine('ends_at must be after starts_at')
  return {
    kind,
    subject: subject.value.ascii,
    operation,
    tier: Number(field('tier')),
    startsAt,
    endsAt,
    product: amount(field('product_currency'), field('product_price')),
    reseller: field('price') === '' ? null : amount(currency, field('price')),
  }
}

function instant(column: Column, given: string): Date | undefined {
  if (given === '') return undefined
  const at = new Date(given.length === 10 ? `${given}T00:00:00Z` : given)
  const isWritten = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(given) && !Number.isNaN(at.getTime())
  // Date turns 30 February into 1 or 2 March.
  if (!isWritten || !at.toISOString().startsWith(given.slice(0, 10)))
    throw new InvalidLine(`${column} ${given} must be YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ`)
  return at
}

function amount(currency: string, given: string): Money {
  if (!/^[A-Z]{3}$/.test(currency)) throw new InvalidLine(`product_currency ${currency} is not an ISO 4217 code`)
  const read = readAmount(currency, given)
  if (!read || read.amount < 0) throw new InvalidLine(`${given} is not a price in ${currency}`)
  return read
}

/** Returns the identity of a price row. */
function keyOf(price: Price): string {
  return `${nameOf(price)} ${price.startsAt.toISOString()}`
}

/** Returns the name of a price: `regular com create`, with its tier if it is above 0. */
export function nameOf({ kind, subject, operation, tier }: Omit<Price, 'startsAt'>): string {
  return `${kind} ${subject} ${operation}${tier === 0 ? '' : ` tier ${tier}`}`
}

/** Describes a price without its name and start: `10.79 EUR (product 10.44 USD) until 2027-01-01T00:00:00Z`. */
export function describePrice({ reseller, product, endsAt }: Price): string {
  const charged = reseller ? `${printAmount(reseller)} ${reseller.currency}` : 'not sold'
  const until = endsAt ? ` until ${endsAt.toISOString()}` : ''
  return `${charged} (product ${printAmount(product)} ${product.currency})${until}`
}

/**
 * Returns whether a price covers the supplier's price. Prices in two currencies are not comparable. Undefined when it is
 * not sold.
 */
export function costOf({ product, reseller }: Price): 'covered' | 'below' | 'not comparable' | undefined {
  if (!reseller) return undefined
  // 0 is the same in every currency.
  if (product.amount === 0) return 'covered'
  if (product.currency !== reseller.currency) return 'not comparable'
  return reseller.amount < product.amount ? 'below' : 'covered'
}

/** A line of a file, compared with the price that is valid when it starts. */
export interface Comparison {
  readonly price: Price
  /** Absent for a price that is new. */
  readonly before?: Price
  readonly isChanged: boolean
}

/**
 * Compares each price of a file with the one that is valid when it starts. `current` holds all rows of the list for the
 * subjects of the file.
 */
export function compare(prices: readonly Price[], current: readonly Price[]): readonly Comparison[] {
  const byName = new Map<string, Price[]>()
  for (const price of current) {
    const rows = byName.get(nameOf(price))
    if (rows) rows.push(price)
    else byName.set(nameOf(price), [price])
  }
  return prices.map((price) => {
    const before = (byName.get(nameOf(price)) ?? [])
      .filter(({ startsAt, endsAt }) => startsAt <= price.startsAt && (!endsAt || endsAt > price.startsAt))
      .reduce<Price | undefined>((found, row) => (!found || row.startsAt > found.startsAt ? row : found), undefined)
    return {
      price,
      ...(before && { before }),
      isChanged: !before || describePrice(before) !== describePrice(price),
    }
  })
}
