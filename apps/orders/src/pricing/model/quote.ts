import { minus, plus, times, type Money } from './money'

/**
 * What is charged for. `privacy` and the like are sold per period of the domain they come with, `extra_domain` and
 * `extra_wildcard_domain` per name of a certificate above those that are in its price.
 */
export const pricedOperations = [
  'create',
  'renew',
  'transfer',
  'trade',
  'restore',
  'soft_restore',
  'privacy',
  'update',
  'setup',
  'domicile',
  'extra_domain',
  'extra_wildcard_domain',
] as const

/** A price that counts now, of a list that applies to the account. */
export interface Price {
  readonly kind: 'regular' | 'promotion' | 'premium' | 'early-access'
  /** Extension or whole name: a premium price is of a name, an early access fee of either. */
  readonly subject: string
  readonly operation: string
  /** Lowest discount tier it is for. */
  readonly tier: number
  readonly startsAt: Date
  readonly endsAt: Date | null
  /** What the supplier takes. */
  readonly product: Money
  /** What the account pays; nothing when it is not sold any more. */
  readonly reseller: Money | null
}

/** A purchase somebody asks the price of. */
export interface Purchase {
  /** The whole name, in A-labels; absent when the question is about the extension. */
  readonly name?: string
  readonly extension: string
  readonly operation: string
  /** Periods of create, renew and privacy; other operations are charged once. */
  readonly periods: number
  /** With privacy, for as many periods. */
  readonly hasPrivacy?: boolean
  /** With a renewal by one period, which the registry charges along with it. */
  readonly hasRenewal?: boolean
}

/** A quote with the privacy that goes with it, which no supplier takes money for; nothing where it is not sold. */
function withPrivacy(bare: Quote, privacy: Price | undefined, periods: number): Quote | undefined {
  const { reseller } = privacy ?? {}
  if (!reseller) return undefined
  const total = (price: PricePair): PricePair => ({ ...price, reseller: sum(price.reseller, times(reseller, periods)) })
  return { ...bare, price: total(bare.price), tierPrice: total(bare.tierPrice) }
}

/** A quote with the renewal that goes with it; nothing where that is not sold. */
function withRenewal(bare: Quote, renewal: Quote | undefined): Quote | undefined {
  if (!renewal) return undefined
  const { promotion = renewal.promotion } = bare
  return {
    ...bare,
    price: both(bare.price, renewal.price),
    tierPrice: both(bare.tierPrice, renewal.tierPrice),
    ...(promotion && { promotion }),
  }
}

/** Both sides of a price. */
export interface PricePair {
  readonly product: Money
  readonly reseller: Money
}

/** What a purchase costs an account. */
export interface Quote {
  /** What is charged, with everything in it. */
  readonly price: PricePair
  /** The same without a promotion. */
  readonly tierPrice: PricePair
  readonly isPremium: boolean
  /** The window of the promotion that lowered the price. */
  readonly promotion?: { readonly startsAt: Date; readonly endsAt: Date }
  /** What an early access phase adds to a create. */
  readonly earlyAccessFee?: Money
}

/**
 * What a purchase costs at a discount tier; nothing when it is not sold. The first period of a create has the create's
 * price, the others that of a renew. A premium name has its own prices and knows no promotion: a create, renew or
 * transfer without one is not sold, and leaving soft quarantine costs a renew. A promotion counts once, for the first
 * period, and only when it is lower. The early access fee of a name goes before that of its extension.
 */
export function quote(prices: readonly Price[], purchase: Purchase, tier: number): Quote | undefined {
  const { name, extension, operation, periods } = purchase
  const isPremium = prices.some(({ kind, subject, reseller }) => kind === 'premium' && subject === name && reseller)
  const find = (kind: Price['kind'], wanted: string) =>
    best(prices, kind, kind === 'premium' ? name : extension, wanted, tier)
  const ofPremium = (wanted: string) =>
    find('premium', wanted) ??
    (wanted === 'soft_restore'
      ? find('premium', 'renew')
      : isPricedByName(wanted)
        ? undefined
        : find('regular', wanted))
  const regular = (wanted: string) => (isPremium ? ofPremium(wanted) : find('regular', wanted))

  const first = regular(operation)
  if (!first?.reseller) return undefined
  const further = operation === 'create' ? regular('renew') : first
  if (periods > 1 && isPerPeriod(operation) && !further?.reseller) return undefined
  const count = isPerPeriod(operation) ? periods - 1 : 0
  const feeOf = (subject: string | undefined) => best(prices, 'early-access', subject, operation, tier)
  const fee = operation === 'create' ? (feeOf(name) ?? feeOf(extension)) : undefined

  const total = (start: Price): PricePair => ({
    product: sum(start.product, count > 0 ? times(further!.product, count) : undefined, fee?.product),
    reseller: sum(
      start.reseller!,
      count > 0 ? times(further!.reseller!, count) : undefined,
      fee?.reseller ?? undefined,
    ),
  })
  const tierPrice = total(first)
  const lowered = isPremium ? undefined : find('promotion', operation)
  const isLower = lowered?.reseller != null && lowered.reseller.amount < first.reseller.amount
  const found: Quote = {
    price: isLower ? total(lowered) : tierPrice,
    tierPrice,
    isPremium,
    ...(isLower && { promotion: { startsAt: lowered.startsAt, endsAt: lowered.endsAt! } }),
    ...(fee?.reseller && { earlyAccessFee: fee.reseller }),
  }
  const renewed = purchase.hasRenewal
    ? withRenewal(found, quote(prices, { ...(name && { name }), extension, operation: 'renew', periods: 1 }, tier))
    : found
  return renewed && purchase.hasPrivacy ? withPrivacy(renewed, find('regular', 'privacy'), periods) : renewed
}

/** What a promotion took off. */
export function discountOf({ price, tierPrice }: Quote): Money {
  return minus(tierPrice.reseller, price.reseller)
}

/** What a caller agreed to, in units of the account's currency; absent where nothing was said. */
export interface Acceptance {
  readonly premiumFee?: Money | 'unreadable'
  readonly earlyAccessFee?: Money | 'unreadable'
}

export type Unaccepted = 'premium_fee_unaccepted' | 'early_access_fee_unaccepted' | 'early_access_fee_wrong'

/**
 * Whether the caller agreed to what is unusual about a price, to the cent: a premium price and an early access fee. Names
 * the refusal and the amount that must be agreed to; nothing when all is well.
 */
export function unaccepted(
  { price, isPremium, earlyAccessFee }: Quote,
  accepted: Acceptance,
): { readonly refusal: Unaccepted; readonly fee: Money } | undefined {
  if (earlyAccessFee) {
    const given = accepted.earlyAccessFee
    if (given === undefined) return { refusal: 'early_access_fee_unaccepted', fee: earlyAccessFee }
    if (!isSame(given, earlyAccessFee)) return { refusal: 'early_access_fee_wrong', fee: earlyAccessFee }
  }
  if (isPremium) {
    const fee = earlyAccessFee ? minus(price.reseller, earlyAccessFee) : price.reseller
    if (accepted.premiumFee === undefined || !isSame(accepted.premiumFee, fee))
      return { refusal: 'premium_fee_unaccepted', fee }
  }
  return undefined
}

function isSame(given: Money | 'unreadable', wanted: Money): boolean {
  return given !== 'unreadable' && given.currency === wanted.currency && given.amount === wanted.amount
}

/** What a registry takes more for when the name is premium; a restore or a trade costs what it costs for any name. */
function isPricedByName(operation: string): boolean {
  return operation === 'create' || operation === 'renew' || operation === 'transfer'
}

function isPerPeriod(operation: string): boolean {
  return operation === 'create' || operation === 'renew' || operation === 'privacy'
}

/** The row of the highest tier that the account has reached. */
function best(
  prices: readonly Price[],
  kind: Price['kind'],
  subject: string | undefined,
  operation: string,
  tier: number,
): Price | undefined {
  return prices
    .filter((price) => price.kind === kind && price.subject === subject && price.operation === operation)
    .filter((price) => price.tier <= tier)
    .reduce<Price | undefined>((found, price) => (!found || price.tier > found.tier ? price : found), undefined)
}

function both(first: PricePair, second: PricePair): PricePair {
  return { product: plus(first.product, second.product), reseller: plus(first.reseller, second.reseller) }
}

function sum(first: Money, ...others: readonly (Money | undefined)[]): Money {
  return plus(first, ...others.filter((each) => each !== undefined))
}
