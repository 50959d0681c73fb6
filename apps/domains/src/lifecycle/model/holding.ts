import type { Holding } from '@nameyard/contracts/domains/holding'
import type { Domain } from './domain'
import { heldPhases } from './lifecycle'

/**
 * How the account became the holder of a domain; null while the platform's registrar does not sponsor it, and while the zones
 * of other accounts are left alone.
 */
export function holdingOf({
  phase,
  type,
  movedFrom,
  movedWithoutHistory: isWithoutHistory,
  activatedAt,
  changedAt,
  leavesZones,
}: Pick<
  Domain,
  'activatedAt' | 'changedAt' | 'leavesZones' | 'movedFrom' | 'movedWithoutHistory' | 'phase' | 'type'
>): Holding | null {
  if (!heldPhases.has(phase) || leavesZones) return null
  const since = (activatedAt ?? changedAt).toISOString()
  if (movedFrom !== null) return { by: 'account', from: movedFrom, since, isWithoutHistory }
  return { by: type === 'NEW' ? 'registration' : 'transfer', since }
}
