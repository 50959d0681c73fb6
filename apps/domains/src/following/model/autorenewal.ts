import type { Domain } from '../../lifecycle/model/domain'
import { hasLastChancePassed, isAutorenewed, isDue, lapsesAt } from '../../lifecycle/model/timers'
import type { LifecycleRules } from '../../tlds/model/rules'

/** Whether the automatic renewal of a domain is due. The last attempt is at the instant at which the domain lapses. */
export function isAutorenewalDue(domain: Domain, rules: LifecycleRules, now: Date): boolean {
  if (domain.phase !== 'active' || !isAutorenewed(domain)) return false
  return !hasLastChancePassed(domain, lapsesAt(domain, rules)) && isDue('renewal', domain, rules, now)
}

/**
 * Whether a renewal that was due when its price was reserved may still be placed: the domain was not renewed since, and
 * autorenew is still on. A failed attempt at the same time does not matter.
 */
export function isStillUnpaid(before: Domain, locked: Domain): boolean {
  return isAutorenewed(locked) && locked.renewsAt?.getTime() === before.renewsAt?.getTime()
}
