import { sendTransferAuthorization } from '@nameyard/contracts/customers/send-transfer-authorization'
import { fail } from '@nameyard/contracts/errors'
import { toUnicode } from '@nameyard/names/idna'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable } from '@nestjs/common'
import { randomBytes } from 'node:crypto'
import type { Domain } from '../domain/model/domain'
import { waitsUntil } from '../domain/model/timeline'
import { plusDays } from '../domain/model/timers'
import { newLink, type TransferAuthorization } from './authorization.store'

/** Bytes of the number of a link: nobody guesses it. */
const NONCE_BYTES = 16

/** Mails about one transfer within a day; people take more for a nuisance. */
const MAILS_A_DAY = 5

type Sent = Pick<TransferAuthorization, 'mails' | 'mailsSince'>

/** Asks registrants to authorize transfers. */
@Injectable()
export class Authorizations {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Has the mail sent, with a link that makes those before it void. Refuses when there were too many mails. */
  async ask(tx: Tx, domain: Domain): Promise<void> {
    const { id: domainId, resellerId, name, ownerHandle, adminHandle, transferCode } = domain
    const [now, nonce] = [this.clock.now(), randomBytes(NONCE_BYTES).toString('hex')]
    const values = [domainId, nonce, now, plusDays(now, -1)]
    const [sent] = await tx.query<Sent & Record<string, unknown>>(newLink, values)
    if (sent!.mails > MAILS_A_DAY) {
      const waitMs = plusDays(sent!.mailsSince, 1).getTime() - now.getTime()
      fail('rate_limited', { retryAfter: Math.ceil(waitMs / 1000) })
    }
    await this.outbox.append(tx, sendTransferAuthorization, {
      resellerId,
      domainId,
      domain: toUnicode(name),
      handles: [...new Set([ownerHandle, adminHandle])],
      nonce,
      expiresAt: (waitsUntil(domain) ?? now).toISOString(),
      needsCode: transferCode === '',
    })
  }
}
