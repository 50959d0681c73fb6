import type { ClientBase } from 'pg'
import { bill, price } from '../billing/bill'
import { addYears } from '../model/calendar'
import type { TldRules } from '../model/tld-rules'
import { putExpiry } from '../objects/domain-lifecycle.store'
import type { Domain } from '../objects/domain.store'
import { insertPollMessage } from '../objects/poll-message.store'
import { autoRenewNotice } from './notices'

/**
 * Renews an expiring domain for a year, charges the sponsor and informs it by poll. A delete within the auto-renew grace
 * period refunds the charge (RFC 3915 section 3.1). Returns the new expiry date.
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
  await putExpiry(db, name, expiresAt)
  await bill(
    db,
    { at, registrar: sponsor, domain: name, kind: 'auto-renew', years: 1, cents, currency, svTRID: null },
    rules,
  )
  await insertPollMessage(db, autoRenewNotice(domain, expiresAt, at))
  return expiresAt
}
