import type { Period } from '@nameyard/epp/domain/period'

/** The most months of a period by the schema of RFC 5731; longer ones are in years. */
const MOST_MONTHS = 99

/** A period in months, for registries that have no years. */
export function inMonths<Given extends Period | undefined>(period: Given): Given | Period {
  if (period?.unit !== 'y' || period.value * 12 > MOST_MONTHS) return period
  return { value: period.value * 12, unit: 'm' }
}
