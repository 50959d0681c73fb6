import type { ClientBase } from 'pg'
import { addDays } from '../model/calendar'
import type { TldRules } from '../model/tld-rules'
import { putDeletion } from '../objects/domain-lifecycle.store'
import type { Domain } from '../objects/domain.store'
import { findOwnOfDomain } from '../objects/own-data.store'
import { autoRenew } from './auto-renew'

/** What happens when a domain reaches its last day: it is renewed, or given up where its registry renews nothing by itself. */
export async function expire(db: ClientBase, domain: Domain, rules: TldRules, at: Date): Promise<void> {
  const { expires } = await findOwnOfDomain(db, domain.name)
  if (expires !== true) {
    await autoRenew(db, domain, rules, at)
    return
  }
  const until = addDays(at, rules.redemptionDays)
  const deletion = { state: 'redemptionPeriod' as const, until, redemptionUntil: until }
  await putDeletion(db, domain.name, { ...deletion, clTRID: null, svTRID: 'expired' })
}
