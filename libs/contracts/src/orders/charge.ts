import { z } from 'zod'

/** An amount between services: whole minor units (cents, yen, fils) of an ISO 4217 currency; never a fraction. */
export const minorUnits = z.object({ currency: z.string().length(3), amount: z.int().min(0) })

/** What an order is charged for, and how much of the account's currency that takes. */
export const charge = z.object({
  /** What is bought: `domain`, `dmarc`, `certificate`. */
  objectType: z.string().min(1).max(32),
  /** What is done to it: `create`, `renew`, `restore`. */
  action: z.string().min(1).max(32),
  /** Its name, as the account sees it on its list of transactions. */
  subject: z.string().max(255),
  /** Periods or pieces. */
  quantity: z.int().min(1),
  currency: minorUnits.shape.currency,
  /** Minor units of the account's currency that are reserved and later captured. */
  amount: minorUnits.shape.amount,
  /** Minor units that a promotion took off. */
  discount: minorUnits.shape.amount,
  /** What the platform itself pays its supplier. */
  product: minorUnits,
})
export type Charge = z.output<typeof charge>
