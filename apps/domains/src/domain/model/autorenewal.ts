import type { Domain } from './domain'
import type { LifeRules } from './rules'
import { isAutorenewed, isDue, lapsesAt } from './timers'

/**
 * Whether a domain must be renewed now without being asked for it: its renewal is due, or it lapses. On the day that it
 * lapses it is tried once more; who failed after that has had the last chance.
 */
export function isAutorenewalDue(domain: Domain, rules: LifeRules, now: Date): boolean {
  if (domain.phase !== 'active' || !isAutorenewed(domain)) return false
  const lapses = lapsesAt(domain, rules)
  if (lapses && domain.retryAt && domain.retryAt > lapses) return false
  return isDue('renewal', domain, rules, now) || isDue('expiry', domain, rules, now)
}
