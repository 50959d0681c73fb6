import { z } from 'zod'
import { internalOperation } from '../operation'
import { currencyCode } from '../primitives/money'
import { operatorName } from '../primitives/operator-name'

/** One price that an import adds or changes; `before` is absent for a new price. */
const priceChange = z.object({
  /** `regular com create`, with the tier when it is not 0. */
  price: z.string(),
  startsAt: z.string(),
  before: z.string().optional(),
  after: z.string(),
  /**
   * Compares the price with its product price: at least as high, lower, or not comparable because of another currency.
   * Absent for a price that is no longer offered.
   */
  cost: z.enum(['covered', 'below', 'not comparable']).optional(),
})

/**
 * Compares a price file with a price list. A second request with the fingerprint of the comparison applies the file. The
 * file is CSV (RFC 4180) with a header: `kind, subject, operation, tier, starts_at, ends_at, product_currency,
 * product_price, price`. Empty values mean: tier 0, starts_at now, ends_at never, price: no longer offered. Prices that
 * are not in the file stay. Prices below their product price are applied only on request (`prices_below_cost`).
 */
export const importPrices = internalOperation({
  id: 'prices.import',
  service: 'orders',
  audience: 'operator',
  effect: 'write',
  summary: 'Compare a price file with a price list, and apply it',
  body: z.object({
    operator: operatorName,
    list: z.string().min(1).max(64),
    /** Creates a new list in this currency if there is none of that name. */
    currency: currencyCode.optional(),
    csv: z.string().max(8_000_000),
    /** Fingerprint of the comparison to apply; without it nothing changes. */
    apply: z.string().optional(),
    /** Accepts prices below cost. */
    allowBelowCost: z.boolean().default(false),
  }),
  result: z.object({
    fingerprint: z.string(),
    isApplied: z.boolean(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** Number of added or changed prices below their product price. */
    belowCost: z.int(),
    /** Number of added or changed prices in another currency than their product price. */
    notComparable: z.int(),
    /** At most 1000; prices below cost first. */
    changes: z.array(priceChange),
  }),
  errors: ['price_list_not_found', 'prices_changed', 'prices_below_cost'],
})
