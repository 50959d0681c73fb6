import type { ClientBase } from 'pg'
import type { Domain } from '../commands/domain/domain.store'
import { insertPollMessage } from '../commands/poll/poll-message.store'
import { addYears } from '../model/calendar'
import type { TldRules } from '../model/tld-rules'
import { bill, price } from './bill'
import { moveExpiry } from './domain-life.store'
import { autoRenewNotice } from './notices'

/**
 * The registry renews a domain that expires for a year, charges the sponsor, and tells it. A delete within the
 * auto-renew grace period gives the charge back (RFC 3915 section 3.1). Gives the new expiry date.
 */
export async function autoRenew(
  db: ClientBase,
  domain: Pick<Domain, 'name' | 'sponsor' | 'expiresAt'>,
  rules: TldRules,
  at: Date,
): Promise<Date> {
  const { name, sponsor } = domain
  const expiresAt = addYears(domain.expiresAt, 1)
  const { currency } = rules
  const cents = price(rules, 'auto-renew', 1)
  await moveExpiry(db, name, expiresAt)
  await bill(
    db,
    { at, registrar: sponsor, domain: name, kind: 'auto-renew', years: 1, cents, currency, svTRID: null },
    rules,
  )
  await insertPollMessage(db, autoRenewNotice(domain, expiresAt, at))
  return expiresAt
}
