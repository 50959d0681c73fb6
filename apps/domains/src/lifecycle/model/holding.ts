import type { Holding } from '@nameyard/contracts/domains/holding'
import type { Domain } from './domain'
import { heldPhases } from './lifecycle'

/** How the account became the holder of a domain; null while the platform's registrar does not sponsor the domain. */
export function holdingOf({
  phase,
  type,
  movedFrom,
  movedWithoutHistory: isWithoutHistory,
  activatedAt,
  changedAt,
}: Pick<Domain, 'activatedAt' | 'changedAt' | 'movedFrom' | 'movedWithoutHistory' | 'phase' | 'type'>): Holding | null {
  if (!heldPhases.has(phase)) return null
  const since = (activatedAt ?? changedAt).toISOString()
  if (movedFrom !== null) return { by: 'account', from: movedFrom, since, isWithoutHistory }
  return { by: type === 'NEW' ? 'registration' : 'transfer', since }
}
