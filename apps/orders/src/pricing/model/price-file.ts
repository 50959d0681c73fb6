import { parseDomainName } from '@nameyard/names/domain-name'
import { parseCsv } from './csv'
import { printAmount, readAmount, type Money } from './money'
import { pricedOperations, type Price } from './quote'

/** What is wrong with a line of a file. */
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

/** Ends the reading of a line. */
class Unreadable extends Error {}

/**
 * Reads a file of prices in a currency; all faults when there is one. Prices begin now unless they say when, and never
 * in the past: what was charged stays explained by the prices of its time.
 */
export function readPriceFile(
  csv: string,
  currency: string,
  now: Date,
): { readonly prices: readonly Price[]; readonly faults: readonly LineFault[] } {
  const [head, ...rows] = parseCsv(csv)
  const names = head?.fields.map((name) => name.trim().toLowerCase()) ?? []
  const lacking = columns.filter((column) => !names.includes(column))
  if (lacking.length > 0)
    return { prices: [], faults: [{ line: 1, problem: `lacks the column ${lacking.join(', ')}` }] }
  const doubled = columns.find((column) => names.indexOf(column) !== names.lastIndexOf(column))
  if (doubled) return { prices: [], faults: [{ line: 1, problem: `has the column ${doubled} twice` }] }
  const prices: Price[] = []
  const faults: LineFault[] = []
  const seen = new Map<string, number>()
  for (const { line, fields, isQuotedRight } of rows) {
    try {
      if (!isQuotedRight) throw new Unreadable('has a quote that does not close its field')
      // A decimal comma or a line cut short would be another price, or the end of a sale.
      if (fields.length !== names.length)
        throw new Unreadable(`has ${fields.length} fields where the head has ${names.length}`)
      const price = readLine((column) => fields[names.indexOf(column)]?.trim() ?? '', currency, now)
      const key = keyOf(price)
      if (seen.has(key)) throw new Unreadable(`is the price of line ${seen.get(key)} again`)
      seen.set(key, line)
      prices.push(price)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      faults.push({ line, problem: error.message })
    }
  }
  return { prices, faults }
}

function readLine(field: (column: Column) => string, currency: string, now: Date): Price {
  const kind = kinds.find((each) => each === field('kind'))
  if (!kind) throw new Unreadable(`kind ${field('kind')} is none of ${kinds.join(', ')}`)
  const subject = parseDomainName(field('subject'))
  if (!subject.ok) throw new Unreadable(`subject ${field('subject')} is no domain name`)
  if (kind === 'premium' && !subject.value.ascii.includes('.'))
    throw new Unreadable('a premium price is of a whole name')
  const operation = pricedOperations.find((each) => each === field('operation'))
  if (!operation) throw new Unreadable(`operation ${field('operation')} is none of ${pricedOperations.join(', ')}`)
  if (kind === 'early-access' && operation !== 'create') throw new Unreadable('an early access fee is of a create')
  if (!/^\d{0,2}$/.test(field('tier'))) throw new Unreadable(`tier ${field('tier')} is not 0 to 99`)
  const startsAt = instant('starts_at', field('starts_at')) ?? now
  if (startsAt < now) throw new Unreadable('starts_at lies in the past')
  const endsAt = instant('ends_at', field('ends_at')) ?? null
  if (endsAt ? endsAt <= startsAt : kind === 'promotion' || kind === 'early-access')
    throw new Unreadable('ends_at is not behind starts_at')
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
  // ECMAScript carries a day that its month has not over into the next.
  if (!isWritten || !at.toISOString().startsWith(given.slice(0, 10)))
    throw new Unreadable(`${column} ${given} is neither YYYY-MM-DD nor YYYY-MM-DDThh:mm:ssZ`)
  return at
}

function amount(currency: string, given: string): Money {
  if (!/^[A-Z]{3}$/.test(currency)) throw new Unreadable(`product_currency ${currency} is no ISO 4217 code`)
  const read = readAmount(currency, given)
  if (!read || read.amount < 0) throw new Unreadable(`${given} is no price in ${currency}`)
  return read
}

/** What makes two rows the same price at the same time. */
function keyOf(price: Price): string {
  return `${nameOf(price)} ${price.startsAt.toISOString()}`
}

/** A price by its name: `regular com create`, with its tier when it is not for everybody. */
export function nameOf({ kind, subject, operation, tier }: Omit<Price, 'startsAt'>): string {
  return `${kind} ${subject} ${operation}${tier === 0 ? '' : ` tier ${tier}`}`
}

/** A price in words, without its name and beginning: `10.79 EUR (product 10.44 USD) until 2027-01-01T00:00:00Z`. */
export function describePrice({ reseller, product, endsAt }: Price): string {
  const charged = reseller ? `${printAmount(reseller)} ${reseller.currency}` : 'not sold'
  const until = endsAt ? ` until ${endsAt.toISOString()}` : ''
  return `${charged} (product ${printAmount(product)} ${product.currency})${until}`
}

/**
 * Whether a price covers what the supplier takes; nobody can tell between two currencies, and what is not sold costs
 * nothing.
 */
export function costOf({ product, reseller }: Price): 'covered' | 'below' | 'not comparable' | undefined {
  if (!reseller) return undefined
  // Nothing is nothing in every currency.
  if (product.amount === 0) return 'covered'
  if (product.currency !== reseller.currency) return 'not comparable'
  return reseller.amount < product.amount ? 'below' : 'covered'
}

/** A line of a file against the price that counts at its beginning. */
export interface Comparison {
  readonly price: Price
  /** Absent for a price that is new. */
  readonly before?: Price
  readonly isChanged: boolean
}

/**
 * Compares a file with the prices that count at the beginning of each. `current` holds, by name, the rows of the list
 * that begin no later than anything in the file.
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
