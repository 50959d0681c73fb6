import { randomBytes } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { sendTransferAuthorization } from '@nameyard/contracts/customers/send-transfer-authorization'
import { fail } from '@nameyard/contracts/errors'
import { toUnicode } from '@nameyard/names/idna'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { Domain } from '../lifecycle/model/domain'
import { plusDays, waitsUntil } from '../lifecycle/model/timers'
import { newLink } from './authorization.store'

/** Random bytes of a link. */
const NONCE_BYTES = 16

/** Most mails about one transfer within a day. */
const MAILS_A_DAY = 5

/** Asks registrants to authorize transfers. */
@Injectable()
export class Authorizations {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Sends the mail with a new link; earlier links become invalid. Refuses when too many mails were sent. */
  async ask(tx: Tx, domain: Domain): Promise<void> {
    const { id: domainId, resellerId, name, ownerHandle, adminHandle, transferCode } = domain
    const [now, nonce] = [this.clock.now(), randomBytes(NONCE_BYTES).toString('hex')]
    const [sent] = await tx.query(newLink, { domainId, nonce, now, countedSince: plusDays(now, -1) })
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
