import type { ClientBase } from 'pg'
import { bill, price } from '../billing/bill'
import { refund } from '../billing/charge.store'
import { endGraces, findGraces } from '../billing/grace.store'
import { addYears } from '../model/calendar'
import type { TldRules } from '../model/tld-rules'
import { changeSponsor } from '../objects/domain-lifecycle.store'
import type { Domain } from '../objects/domain.store'
import { insertPollMessage } from '../objects/poll-message.store'
import { putTransfer, type Transfer } from '../objects/transfer.store'
import { transferNotice } from './notices'

/**
 * Returns the expiry date of a domain that is transferred now: a year later as a rule, never beyond the longest period. A
 * renewal by the registry that is still in its grace period is undone, and the transfer's year replaces it (ICANN
 * Transfer Policy; RFC 3915 section 3.1 leaves the refund to the registry).
 */
export async function expiryAfterTransfer(
  db: ClientBase,
  domain: Pick<Domain, 'name' | 'expiresAt'>,
  rules: TldRules,
  now: Date,
): Promise<{ expiresAt: Date; absorbed: readonly string[] }> {
  if (rules.transferYears === 0) return { expiresAt: domain.expiresAt, absorbed: [] }
  const graces = await findGraces(db, domain.name, now)
  const automatic = graces.filter(({ kind }) => kind === 'autoRenewPeriod')
  const years = rules.transferYears - automatic.reduce((sum, grace) => sum + grace.years, 0)
  const latest = addYears(now, rules.maxPeriodYears)
  const moved = addYears(domain.expiresAt, years)
  // A domain that is already registered beyond the longest period keeps its expiry date.
  const cap = latest > domain.expiresAt ? latest : domain.expiresAt
  return { expiresAt: moved < cap ? moved : cap, absorbed: automatic.map(({ charge }) => charge) }
}

/**
 * Moves a domain to the registrar that requested the transfer, and charges that registrar. Informs the gaining registrar
 * by poll, and the losing one too when the registry approved the transfer.
 */
export async function completeTransfer(
  db: ClientBase,
  domain: Domain,
  requested: Transfer,
  outcome: { status: 'clientApproved' | 'serverApproved'; at: Date; svTRID: string | null; rules: TldRules },
): Promise<Transfer> {
  const { status, at, svTRID, rules } = outcome
  const { name, sponsor: loser } = domain
  const gainer = requested.requestedBy
  const { expiresAt, absorbed } = await expiryAfterTransfer(db, domain, rules, at)
  if (absorbed.length > 0) await refund(db, absorbed, { at, svTRID })
  await endGraces(db, name)
  await changeSponsor(db, { domain: name, sponsor: gainer, at, expiresAt })
  const { currency } = rules
  const cents = price(rules, 'transfer', rules.transferYears)
  await bill(
    db,
    { at, registrar: gainer, domain: name, kind: 'transfer', years: rules.transferYears, cents, currency, svTRID },
    rules,
  )
  const done: Transfer = { ...requested, status, actsAt: at, expiresAt }
  await putTransfer(db, done)
  await insertPollMessage(db, transferNotice(gainer, done, at))
  if (status === 'serverApproved') await insertPollMessage(db, transferNotice(loser, done, at))
  return done
}
