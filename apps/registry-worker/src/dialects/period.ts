import { periodAtRegistry, type PeriodLengths } from '@nameyard/contracts/registry/registry-periods'
import { InvalidValue } from '@nameyard/epp/constraints'
import type { Period } from '@nameyard/epp/domain/period'

/**
 * The period of an order in the unit of the registry. One in months is in that unit already. Throws `InvalidValue` when the
 * registry accepts no such length.
 */
export function acceptedPeriod(ordered: Period, accepted: PeriodLengths | undefined): Period {
  if (ordered.unit === 'm') return ordered
  const period = periodAtRegistry(ordered.value, accepted)
  if (!period) throw new InvalidValue('period', `is a length that the registry does not accept: ${ordered.value} years`)
  return period
}
