import type { Pool } from 'pg'
import { findNameRules, type NameRules } from '../commands/domain/tld-rules.store'
import { parentOf } from '../model/name'
import { findOffset } from './clock.store'
import { findSessionPolicy, type SessionPolicy } from './session-policy.store'

/**
 * What stands until the control port changes it, kept as it was last read: how far the registry's time is ahead, the
 * rules of each door for its sessions, and those of each TLD for its ordinary names.
 */
export class StandingRules {
  private offset: Promise<number> | undefined
  private policies = new Map<string, Promise<SessionPolicy>>()
  private tlds = new Map<string, NameRules>()

  constructor(private readonly db: Pool) {}

  /** Has everything read anew; whoever changes something of it calls this when it is committed. */
  forget(): void {
    this.offset = undefined
    this.policies = new Map()
    this.tlds = new Map()
  }

  /** How many seconds the registry's time runs ahead. */
  offsetSeconds(): Promise<number> {
    return (this.offset ??= this.unlessItFails(findOffset(this.db)))
  }

  policyAt(door: string): Promise<SessionPolicy> {
    const { policies } = this
    const policy = policies.get(door) ?? this.unlessItFails(findSessionPolicy(this.db, door))
    policies.set(door, policy)
    return policy
  }

  /** The rules of an ordinary name under the name's TLD; undefined when the TLD is not served. */
  async ofOrdinary(name: string): Promise<NameRules | undefined> {
    const { tlds } = this
    const known = tlds.get(parentOf(name))
    if (known) return known
    const rules = await findNameRules(this.db, name)
    if (rules && !rules.isPremium) tlds.set(parentOf(name), rules)
    return rules
  }

  private unlessItFails<Found>(reading: Promise<Found>): Promise<Found> {
    reading.catch(() => this.forget())
    return reading
  }
}
