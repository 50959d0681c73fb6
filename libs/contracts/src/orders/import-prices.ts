import { z } from 'zod'
import { operatorName } from '../access/operator-name'
import { internalOperation } from '../operation'
import { currencyCode } from './top-up'

/** One price that an import adds or changes; `before` is absent for one that is new. */
const priceChange = z.object({
  /** `regular com create`, with the tier when it is not 0. */
  price: z.string(),
  startsAt: z.string(),
  before: z.string().optional(),
  after: z.string(),
  /**
   * The price against its product price: the same or more, less, or in another currency, so that nobody can tell. Absent
   * for one that is not sold any more.
   */
  cost: z.enum(['covered', 'below', 'not comparable']).optional(),
})

/**
 * Compares a file of prices with a list, and takes it over when the comparison that was seen is named. The file is CSV
 * (RFC 4180) with a head line: `kind, subject, operation, tier, starts_at, ends_at, product_currency, product_price,
 * price`. Empty: tier 0, starts_at now, ends_at never, price not sold any more. What the file does not name stays.
 * Prices below their product price are taken over only when that is agreed to (`prices_below_cost`).
 */
export const importPrices = internalOperation({
  id: 'prices.import',
  service: 'orders',
  audience: 'operator',
  effect: 'write',
  summary: 'Compare a file of prices with a price list, and take it over',
  body: z.object({
    operator: operatorName,
    list: z.string().min(1).max(64),
    /** Makes a new list in this currency when there is none of that name. */
    currency: currencyCode.optional(),
    csv: z.string().max(8_000_000),
    /** The fingerprint of the comparison to take over; without it nothing is changed. */
    apply: z.string().optional(),
    /** Agrees to sell below cost, where the file does. */
    allowBelowCost: z.boolean().default(false),
  }),
  result: z.object({
    fingerprint: z.string(),
    isApplied: z.boolean(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** Of what is added or changed: prices below their product price. */
    belowCost: z.int(),
    /** Of what is added or changed: prices in another currency than their product price. */
    notComparable: z.int(),
    /** At most 1000, those below cost first. */
    changes: z.array(priceChange),
  }),
  errors: ['price_list_not_found', 'prices_changed', 'prices_below_cost'],
})
