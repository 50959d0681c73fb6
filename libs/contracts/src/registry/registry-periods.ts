import { z } from 'zod'

/** RFC 5731 section 2.5 and its schema (`pLimitType`): a period is 1 to 99 of its unit. */
const count = z.int().min(1).max(99)

const lengths = z
  .array(
    z
      .strictObject({ unit: z.enum(['y', 'm']), min: count, max: count })
      .refine(({ min, max }) => min <= max, { path: ['max'], error: 'is less than min' }),
  )
  .min(1)
  .max(20)

/**
 * The lengths of a registration and of a renewal that a registry accepts, in years (`y`) and months (`m`). Orders are in
 * years: a year is sent in the first unit in which it has an accepted length. A list that is absent accepts all years.
 */
export const registryPeriods = z.strictObject({ create: lengths, renew: lengths }).partial()
export type PeriodLengths = readonly Readonly<z.output<typeof lengths>[number]>[]

/** Returns the period by which a registry gets an order of so many years; undefined if it accepts no such length. */
export function periodAtRegistry(
  years: number,
  accepted: PeriodLengths = [{ unit: 'y', min: 1, max: 99 }],
): { readonly value: number; readonly unit: 'y' | 'm' } | undefined {
  const inUnit = { y: years, m: years * 12 }
  const fit = accepted.find(({ unit, min, max }) => inUnit[unit] >= min && inUnit[unit] <= max)
  return fit && { value: inUnit[fit.unit], unit: fit.unit }
}
