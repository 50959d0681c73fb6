import type { ClientBase } from 'pg'
import { addDays } from '../model/calendar'
import type { TldRules } from '../model/tld-rules'
import type { Domain } from '../objects/domain.store'
import { insertPollMessage } from '../objects/poll-message.store'
import { putTransfer, type Transfer } from '../objects/transfer.store'
import { completeTransfer, expiryAfterTransfer } from './complete-transfer'
import { transferNotice } from './notices'

/** Moves a domain to another registrar at once, or asks its sponsor by poll, as the rules of the TLD say. */
export async function startTransfer(
  db: ClientBase,
  domain: Domain,
  request: { registrar: string; now: Date; svTRID: string | null; rules: TldRules },
): Promise<Transfer> {
  const { registrar, now, svTRID, rules } = request
  const { name, sponsor } = domain
  const requested = {
    domain: name,
    status: 'pending',
    requestedBy: registrar,
    requestedAt: now,
    acting: sponsor,
  } as const
  if (rules.transfer !== 'pending') {
    const asked: Transfer = { ...requested, actsAt: now, expiresAt: null }
    return completeTransfer(db, domain, asked, { status: 'serverApproved', at: now, svTRID, rules })
  }
  const { expiresAt } = await expiryAfterTransfer(db, domain, rules, now)
  const pending: Transfer = { ...requested, actsAt: addDays(now, rules.transferDays), expiresAt }
  await putTransfer(db, pending)
  await insertPollMessage(db, transferNotice(sponsor, pending, now))
  return pending
}
