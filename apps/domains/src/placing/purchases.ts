import type { InputGiven } from '@nameyard/contracts/operation'
import type { quotePrices } from '@nameyard/contracts/orders/quote-prices'
import type { Domain } from '../domain/model/domain'
import type { Restoration } from '../domain/model/restoration'
import type { TldRules } from '../tlds/catalogue'

export type Purchase = InputGiven<typeof quotePrices>['purchases'][number]

type Bought = Pick<Domain, 'extension' | 'isPremium' | 'isPrivate' | 'name'>
type FeeRules = Pick<TldRules, 'feeClass'>

/** What a renewal by so many years is priced as. */
export function renewalPurchase(domain: Bought, years: number, { feeClass }: FeeRules): Purchase {
  const { name, extension, isPremium, isPrivate: hasPrivacy } = domain
  const isRegistryPremium = isPremium && feeClass === 'premium'
  return { name, extension, operation: 'renew', period: years, isRegistryPremium, hasPrivacy }
}

/** What bringing a domain back is priced as. */
export function restorePurchase(domain: Bought, decided: Restoration, { feeClass }: FeeRules): Purchase {
  const { name, extension, isPremium, isPrivate } = domain
  const hasRenewal = decided.by === 'restore' && decided.hasRenewal
  return {
    name,
    extension,
    operation: decided.priced,
    period: 1,
    hasRenewal,
    // A restore gives no time that privacy would be paid for; a renewal does.
    hasPrivacy: isPrivate && (hasRenewal || decided.priced === 'soft_restore'),
    isRegistryPremium: isPremium && feeClass === 'premium' && decided.by === 'renewal',
  }
}
