import { Controller } from '@nestjs/common'
import { listExpiryMails } from '@nameyard/contracts/customers/list-expiry-mails'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { listMails, listMailsOfDomain } from './expiry-mail.store'

@Controller()
export class ListExpiryMails {
  constructor(private readonly database: Database) {}

  @Handles(listExpiryMails)
  async execute(
    { domain_id, limit, offset }: Input<typeof listExpiryMails>,
    call: Call,
  ): Promise<Result<typeof listExpiryMails>> {
    const page = { resellerId: resellerOf(call), limit, offset }
    const rows = await (domain_id === undefined
      ? this.database.read(listMails, page)
      : this.database.read(listMailsOfDomain, { ...page, domainId: domain_id }))
    // A page after the last one is a single row with the total and no mail.
    const results = rows
      .filter(({ recipient }) => recipient !== null)
      .map((row) => ({
        domain_id: row.domainId,
        domain: row.domain,
        kind: row.kind,
        recipient: row.recipient,
        expiration_date: printDate(row.expiresAt),
        sent_date: printDate(row.sentAt),
        is_bounced: row.isBounced,
      }))
    return { results, total: rows[0]?.total ?? 0 }
  }
}
