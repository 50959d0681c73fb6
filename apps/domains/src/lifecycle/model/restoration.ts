import type { LifecycleRules } from '../../tlds/model/rules'
import type { Domain } from './domain'
import { renewal } from './renewal'
import { hasRegistryRenewed, restorableUntil } from './settlement'
import { plusDays } from './timers'

/**
 * How a domain is restored. A lapsed domain, still registered, by the renewal it missed, or by its settings alone where the
 * registry has renewed it. A deleted domain by a restore at the registry (RFC 3915).
 */
export type Restoration =
  | { readonly by: 'renewal'; readonly priced: 'soft_restore'; readonly expiresOn: string }
  | { readonly by: 'settings'; readonly priced: 'soft_restore' }
  | {
      readonly by: 'restore'
      readonly priced: 'restore'
      readonly deletedAt: Date
      /** Whether the registry renews the domain with the restore and does not refund that. */
      readonly hasRenewal: boolean
    }

/** How a domain is restored now; undefined when it cannot be restored. */
export function restoration(
  domain: Pick<
    Domain,
    'expiresAt' | 'extension' | 'hardEndsAt' | 'phase' | 'registryExpiresAt' | 'removalReason' | 'softEndsAt'
  >,
  rules: Pick<LifecycleRules, 'grace' | 'isRenewable' | 'periods' | 'quarantine'>,
  now: Date,
): Restoration | undefined {
  const until = restorableUntil(domain)
  if (!until || until <= now) return undefined
  if (domain.phase === 'redemption') {
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
 * Whether a restored domain has a year that the account has not paid: its registry renewed it at its expiry, or renews it
 * with the restore. Where a delete is refunded within an auto-renew grace period, the price of a restore includes that year.
 */
function isRenewedByRestore(
  domain: Pick<Domain, 'expiresAt' | 'registryExpiresAt'>,
  { grace }: Pick<LifecycleRules, 'grace'>,
  now: Date,
): boolean {
  const isOver = domain.expiresAt !== null && domain.expiresAt <= now
  return grace.autoRenewDays === 0 && (isOver || hasRegistryRenewed(domain))
}
