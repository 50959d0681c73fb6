import type { Domain } from './domain'
import { renewal } from './renewal'
import type { LifeRules } from './rules'
import { hasRegistryRenewed, restorableUntil } from './settlement'
import { plusDays } from './timers'

/**
 * How a domain is brought back: a lapsed one, which its registry still has, by the renewal it missed, or by nothing but
 * its old settings where the registry has renewed by itself; a deleted one by a restore (RFC 3915).
 */
export type Restoration =
  | { readonly by: 'renewal'; readonly priced: 'soft_restore'; readonly expiresOn: string }
  | { readonly by: 'settings'; readonly priced: 'soft_restore' }
  | { readonly by: 'restore'; readonly priced: 'restore'; readonly deletedAt: Date }

/** How a domain is brought back now; undefined when it cannot be. */
export function restoration(
  domain: Pick<Domain, 'expiresAt' | 'extension' | 'hardEndsAt' | 'phase' | 'registryExpiresAt' | 'softEndsAt'>,
  rules: Pick<LifeRules, 'isRenewable' | 'periods' | 'quarantine'>,
  now: Date,
): Restoration | undefined {
  const until = restorableUntil(domain)
  if (!until || until <= now) return undefined
  if (domain.phase === 'quarantine.hard') {
    return { by: 'restore', priced: 'restore', deletedAt: plusDays(until, -rules.quarantine.hardDays) }
  }
  if (hasRegistryRenewed(domain)) return { by: 'settings', priced: 'soft_restore' }
  const missed = renewal(domain, 1, { ...rules, renewalOpensDays: 0 }, now)
  return 'refused' in missed
    ? { by: 'settings', priced: 'soft_restore' }
    : { by: 'renewal', priced: 'soft_restore', expiresOn: missed.expiresOn }
}
