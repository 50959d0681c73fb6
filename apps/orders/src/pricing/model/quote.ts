import { minus, plus, times, type Money } from './money'

/**
 * Operations that have a price. `privacy` is charged per period of its domain. `extra_domain` and
 * `extra_wildcard_domain` are charged per certificate name beyond the included ones.
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

/** A currently valid price from the account's price list. */
export interface Price {
  readonly kind: 'regular' | 'promotion' | 'premium' | 'early-access'
  /** Extension or whole name. A premium price has a name, an early access fee either. */
  readonly subject: string
  readonly operation: string
  /** The lowest discount tier to which it applies. */
  readonly tier: number
  readonly startsAt: Date
  readonly endsAt: Date | null
  /** The supplier's price. */
  readonly product: Money
  /** The price for the account; null when it is no longer sold. */
  readonly reseller: Money | null
}

/** A purchase to be quoted. */
export interface Purchase {
  /** The whole name in A-labels; absent in a quote for the extension. */
  readonly name?: string
  readonly extension: string
  readonly operation: string
  /** Periods of create, renew and privacy; other operations are charged once. */
  readonly periods: number
  /** Includes privacy for the same number of periods. */
  readonly hasPrivacy?: boolean
  /** Includes a renewal by one period that the registry charges together with the operation. */
  readonly hasRenewal?: boolean
}

/** Adds privacy to a quote; undefined when privacy is not sold. The supplier charges nothing for it. */
function withPrivacy(bare: Quote, privacy: Price | undefined, periods: number): Quote | undefined {
  const { reseller } = privacy ?? {}
  if (!reseller) return undefined
  const total = (price: PricePair): PricePair => ({ ...price, reseller: sum(price.reseller, times(reseller, periods)) })
  return { ...bare, price: total(bare.price), tierPrice: total(bare.tierPrice) }
}

/** Adds a renewal to a quote; undefined when the renewal is not sold. */
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

/** The supplier's price and the account's price. */
export interface PricePair {
  readonly product: Money
  readonly reseller: Money
}

/** The price of a purchase for an account. */
export interface Quote {
  /** The total charge. */
  readonly price: PricePair
  /** The total without a promotion. */
  readonly tierPrice: PricePair
  readonly isPremium: boolean
  /** The period of the promotion that lowered the price. */
  readonly promotion?: { readonly startsAt: Date; readonly endsAt: Date }
  /** The fee that an early access phase adds to a create. */
  readonly earlyAccessFee?: Money
}

/**
 * Returns the price of a purchase at a discount tier; undefined when it is not sold. The first period of a create has the
 * create price, further periods have the renew price. A premium name has its own prices and no promotion: without them,
 * create, renew and transfer are not sold, and leaving soft quarantine costs a renew. A promotion applies to the first
 * period only, and only when it is lower. The early access fee of a name takes precedence over that of its extension.
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

/** Returns the discount of a promotion. */
export function discountOf({ price, tierPrice }: Quote): Money {
  return minus(tierPrice.reseller, price.reseller)
}

/** The fees that a caller accepted, in the account's currency; absent when not given. */
export interface Acceptance {
  readonly premiumFee?: Money | 'unreadable'
  readonly earlyAccessFee?: Money | 'unreadable'
}

export type Unaccepted = 'premium_fee_unaccepted' | 'early_access_fee_unaccepted' | 'early_access_fee_wrong'

/**
 * Checks that the caller accepted a premium price and an early access fee, exactly to the cent. Returns the refusal and
 * the amount to accept; undefined when nothing is missing.
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

/** Returns whether a premium name has its own price for an operation. A restore or trade costs the same for all names. */
function isPricedByName(operation: string): boolean {
  return operation === 'create' || operation === 'renew' || operation === 'transfer'
}

function isPerPeriod(operation: string): boolean {
  return operation === 'create' || operation === 'renew' || operation === 'privacy'
}

/** Returns the price of the highest tier that the account has reached. */
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
