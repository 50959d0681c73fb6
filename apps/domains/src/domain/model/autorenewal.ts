import type { Domain } from './domain'
import type { LifeRules } from './rules'
import { hasLastChancePassed, isAutorenewed, isDue, lapsesAt } from './timers'

/**
 * Whether a domain must be renewed now without being asked for it. On the day that it lapses it is tried once more; who
 * failed after that has had the last chance.
 */
export function isAutorenewalDue(domain: Domain, rules: LifeRules, now: Date): boolean {
  if (domain.phase !== 'active' || !isAutorenewed(domain)) return false
  return !hasLastChancePassed(domain, lapsesAt(domain, rules)) && isDue('renewal', domain, rules, now)
}

/**
 * Whether a renewal that was due when its price was reserved may still be placed: neither renewed nor given up since. A
 * try beside it that failed says nothing about this one.
 */
export function isStillUnpaid(before: Domain, locked: Domain): boolean {
  return isAutorenewed(locked) && locked.renewsAt?.getTime() === before.renewsAt?.getTime()
}
