import type { InputGiven } from '@nameyard/contracts/operation'
import type { quotePrices } from '@nameyard/contracts/orders/quote-prices'
import type { Domain } from '../lifecycle/model/domain'
import type { Restoration } from '../lifecycle/model/restoration'
import type { TldRules } from '../tlds/tld'

export type Purchase = InputGiven<typeof quotePrices>['purchases'][number]

type Bought = Pick<Domain, 'extension' | 'isPremium' | 'isPrivate' | 'name'>
type FeeRules = Pick<TldRules, 'feeClass'>

/** A renewal by some years, as it is priced. */
export function renewalPurchase(domain: Bought, years: number, { feeClass }: FeeRules): Purchase {
  const { name, extension, isPremium, isPrivate: hasPrivacy } = domain
  const isRegistryPremium = isPremium && feeClass === 'premium'
  return { name, extension, operation: 'renew', period: years, isRegistryPremium, hasPrivacy }
}

/** A restore, as it is priced. */
export function restorePurchase(domain: Bought, decided: Restoration, { feeClass }: FeeRules): Purchase {
  const { name, extension, isPremium, isPrivate } = domain
  const hasRenewal = decided.by === 'restore' && decided.hasRenewal
  return {
    name,
    extension,
    operation: decided.priced,
    period: 1,
    hasRenewal,
    // Privacy is paid for the time that a renewal adds. A restore alone adds none.
    hasPrivacy: isPrivate && (hasRenewal || decided.priced === 'soft_restore'),
    isRegistryPremium: isPremium && feeClass === 'premium' && decided.by === 'renewal',
  }
}
