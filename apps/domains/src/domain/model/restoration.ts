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
  | {
      readonly by: 'restore'
      readonly priced: 'restore'
      readonly deletedAt: Date
      /** The registry renews it along with that, and gives nothing back. */
      readonly hasRenewal: boolean
    }

/** How a domain is brought back now; undefined when it cannot be. */
export function restoration(
  domain: Pick<
    Domain,
    'expiresAt' | 'extension' | 'hardEndsAt' | 'phase' | 'registryExpiresAt' | 'removalReason' | 'softEndsAt'
  >,
  rules: Pick<LifeRules, 'grace' | 'isRenewable' | 'periods' | 'quarantine'>,
  now: Date,
): Restoration | undefined {
  const until = restorableUntil(domain)
  if (!until || until <= now) return undefined
  if (domain.phase === 'quarantine.hard') {
    const deletedAt = plusDays(until, -rules.quarantine.hardDays)
    return { by: 'restore', priced: 'restore', deletedAt, hasRenewal: isRenewedByRestore(domain, rules, now) }
  }
  if (hasRegistryRenewed(domain)) return { by: 'settings', priced: 'soft_restore' }
  const missed = renewal(domain, 1, { ...rules, renewalOpensDays: 0 }, now)
  return 'refused' in missed
    ? { by: 'settings', priced: 'soft_restore' }
    : { by: 'renewal', priced: 'soft_restore', expiresOn: missed.expiresOn }
}

/**
 * Whether a deleted domain comes back with a year that was not paid for: its registry has renewed it at its expiry, or
 * does so when it restores it. Where it has an auto-renew grace, which a delete is refunded in, the price of a restore is
 * made with that year in it.
 */
function isRenewedByRestore(
  domain: Pick<Domain, 'expiresAt' | 'registryExpiresAt'>,
  { grace }: Pick<LifeRules, 'grace'>,
  now: Date,
): boolean {
  const isOver = domain.expiresAt !== null && domain.expiresAt <= now
  return grace.autoRenewDays === 0 && (isOver || hasRegistryRenewed(domain))
}
