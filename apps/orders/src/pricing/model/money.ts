/**
 * Money as a value: whole minor units of an ISO 4217 currency. Nothing inside ever computes with fractions; decimals
 * are read where an amount comes in and printed where it goes out.
 */
export interface Money {
  readonly currency: string
  /** Minor units: cents of EUR, yen of JPY, fils of KWD. Negative for what flows back. */
  readonly amount: number
}

/** Currencies whose minor unit is not the hundredth (ISO 4217 list one, column "minor unit"). */
const exponents: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((c) => [c, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((c) => [c, 3])),
  ...Object.fromEntries('CLF UYW'.split(' ').map((c) => [c, 4])),
}

/** Decimals that amounts of a currency are written with. */
export function decimalsOf(currency: string): number {
  return exponents[currency] ?? 2
}

/** Money of whole minor units; throws on a fraction and on what no longer counts exactly. */
export function money(currency: string, amount: number): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is no whole number of minor units of ${currency}`)
  // Zero has no sign.
  return { currency, amount: amount === 0 ? 0 : amount }
}

/** The sum of amounts in one currency; throws when they are not. */
export function plus(first: Money, ...others: readonly Money[]): Money {
  return others.reduce((sum, { currency, amount }) => {
    if (currency !== sum.currency) throw new TypeError(`${sum.currency} and ${currency} have no sum`)
    return money(currency, sum.amount + amount)
  }, first)
}

export function minus(from: Money, taken: Money): Money {
  return plus(from, money(taken.currency, -taken.amount))
}

/** So many times an amount. */
export function times({ currency, amount }: Money, count: number): Money {
  return money(currency, amount * count)
}

/** Prints an amount with its currency's decimals: `12.30`, `1200` for yen. */
export function printAmount({ currency, amount }: Money): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const printed = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return amount < 0 ? `-${printed}` : printed
}

/** The amount as the JSON number of the wire: the double nearest to its decimals, so that JSON prints just those. */
export function amountOnWire(given: Money): number {
  return Number(printAmount(given))
}

/**
 * Reads an amount in units of a currency, as a text (`12.30`) or as a JSON number; undefined when it is none or has more
 * decimals than the currency.
 */
export function readAmount(currency: string, given: string | number): Money | undefined {
  // A number that prints with an exponent is no amount either.
  const found = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(String(given))
  if (!found) return undefined
  const [, sign, whole = '', fraction = ''] = found
  const decimals = decimalsOf(currency)
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) return undefined
  const amount = Number(`${whole}${significant.padEnd(decimals, '0')}`)
  return Number.isSafeInteger(amount) ? money(currency, sign ? -amount : amount) : undefined
}
