import type { ClientBase } from 'pg'
import type { Domain } from '../commands/domain/domain.store'
import { putTransfer, type Transfer } from '../commands/domain/transfer.store'
import { insertPollMessage } from '../commands/poll/poll-message.store'
import { addYears } from '../model/calendar'
import type { TldRules } from '../model/tld-rules'
import { bill, price } from './bill'
import { refund } from './charge.store'
import { changeSponsor } from './domain-life.store'
import { endGraces, findGraces } from './grace.store'
import { transferNotice } from './notices'

/**
 * When a domain that is transferred now expires: a year later as a rule, never beyond the longest period. A renewal by
 * the registry that is still in its grace period is undone, and the transfer's year takes its place (ICANN Transfer
 * Policy; RFC 3915 section 3.1 leaves the refund to the registry).
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
  // A name already registered for longer than the rules allow now does not lose by a transfer.
  const cap = latest > domain.expiresAt ? latest : domain.expiresAt
  return { expiresAt: moved < cap ? moved : cap, absorbed: automatic.map(({ charge }) => charge) }
}

/**
 * Gives a domain to the registrar that asked for it, charges it, and tells both how it ended: the one that did not act
 * here always, the other when the registry decided.
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
