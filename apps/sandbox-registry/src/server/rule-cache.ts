import type { Pool } from 'pg'
import { findOffset } from '../clock/clock.store'
import { parentOf } from '../model/name'
import { findNameRules, type NameRules } from '../objects/tld-rules.store'
import { findSessionPolicy, type SessionPolicy } from '../sessions/session-policy.store'

/**
 * Caches what only the control port changes: the clock offset, the session policy of each endpoint, and the rules of
 * each TLD for its ordinary names.
 */
export class RuleCache {
  private offset: Promise<number> | undefined
  private policies = new Map<string, Promise<SessionPolicy>>()
  private tlds = new Map<string, NameRules>()

  constructor(private readonly db: Pool) {}

  /** Clears the cache. Called after every committed change of the control port. */
  clear(): void {
    this.offset = undefined
    this.policies = new Map()
    this.tlds = new Map()
  }

  /** How many seconds the registry's time runs ahead of real time. */
  offsetSeconds(): Promise<number> {
    return (this.offset ??= this.clearOnFailure(findOffset(this.db)))
  }

  policyAt(endpoint: string): Promise<SessionPolicy> {
    const { policies } = this
    const policy = policies.get(endpoint) ?? this.clearOnFailure(findSessionPolicy(this.db, endpoint))
    policies.set(endpoint, policy)
    return policy
  }

  /** The rules of an ordinary name, from the cache of its TLD. Undefined when the TLD is not served. */
  async rulesOfOrdinary(name: string): Promise<NameRules | undefined> {
    const { tlds } = this
    const cached = tlds.get(parentOf(name))
    if (cached) return cached
    const rules = await findNameRules(this.db, name)
    if (rules && !rules.isPremium) tlds.set(parentOf(name), rules)
    return rules
  }

  private clearOnFailure<Found>(reading: Promise<Found>): Promise<Found> {
    reading.catch(() => this.clear())
    return reading
  }
}
