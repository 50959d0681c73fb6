/**
 * An amount of money in whole minor units of an ISO 4217 currency. All calculations use integers. Decimals exist only
 * in requests and replies.
 */
export interface Money {
  readonly currency: string
  /** Minor units: cents of EUR, yen of JPY, fils of KWD. Negative for refunds. */
  readonly amount: number
}

/** Decimals of currencies that do not have two (ISO 4217 list one, column "minor unit"). */
const exponents: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((c) => [c, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((c) => [c, 3])),
  ...Object.fromEntries('CLF UYW'.split(' ').map((c) => [c, 4])),
}

/** Returns the number of decimals of a currency. */
export function decimalsOf(currency: string): number {
  return exponents[currency] ?? 2
}

/** Creates an amount. Throws on fractions and on numbers that are not exact. */
export function money(currency: string, amount: number): Money {
  if (!Number.isSafeInteger(amount))
    throw new RangeError(`${amount} is not a whole number of minor units of ${currency}`)
  // Turns -0 into 0.
  return { currency, amount: amount === 0 ? 0 : amount }
}

/** Adds amounts. Throws when their currencies differ. */
export function plus(first: Money, ...others: readonly Money[]): Money {
  return others.reduce((sum, { currency, amount }) => {
    if (currency !== sum.currency) throw new TypeError(`cannot add ${sum.currency} and ${currency}`)
    return money(currency, sum.amount + amount)
  }, first)
}

export function minus(from: Money, taken: Money): Money {
  return plus(from, money(taken.currency, -taken.amount))
}

/** Multiplies an amount. */
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

/** Returns the amount as a JSON number: the closest double, which JSON prints with the same decimals. */
export function amountOnWire(given: Money): number {
  return Number(printAmount(given))
}

/**
 * Reads an amount from a text (`12.30`) or a JSON number. Returns undefined when it is not an amount or has more decimals
 * than the currency.
 */
export function readAmount(currency: string, given: string | number): Money | undefined {
  // This also refuses numbers that print with an exponent.
  const found = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(String(given))
  if (!found) return undefined
  const [, sign, whole = '', fraction = ''] = found
  const decimals = decimalsOf(currency)
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) return undefined
  const amount = Number(`${whole}${significant.padEnd(decimals, '0')}`)
  return Number.isSafeInteger(amount) ? money(currency, sign ? -amount : amount) : undefined
}
