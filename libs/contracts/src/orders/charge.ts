import { z } from 'zod'

/** An amount between services: whole minor units (cents, yen, fils) of an ISO 4217 currency; never a fraction. */
export const minorUnits = z.object({ currency: z.string().length(3), amount: z.int().min(0) })

/** The price of an order and what it is charged for. */
export const charge = z.object({
  /** Kind of the object: `domain`, `dmarc`, `certificate`. */
  objectType: z.string().min(1).max(32),
  /** Operation on the object: `create`, `renew`, `restore`. */
  action: z.string().min(1).max(32),
  /** Name of the object, as the list of transactions shows it. */
  subject: z.string().max(255),
  /** Number of periods or pieces. */
  quantity: z.int().min(1),
  currency: minorUnits.shape.currency,
  /** Minor units of the account's currency that are reserved and later captured. */
  amount: minorUnits.shape.amount,
  /** Discount of a promotion, in minor units. */
  discount: minorUnits.shape.amount,
  /** Cost that the platform pays to its supplier. */
  product: minorUnits,
})
export type Charge = z.output<typeof charge>
