import { Controller } from '@nestjs/common'
import { requestApproval } from '@nameyard/contracts/approvals/request-approval'
import { sendApprovalMail } from '@nameyard/contracts/approvals/send-approval-mail'
import { fail } from '@nameyard/contracts/errors'
import { approvalRequested } from '@nameyard/contracts/events/catalogue/approval-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { ApprovalEvents } from './approval-events'
import { findApprovers } from './approval-link.store'
import { findPending, insertApproval } from './approval.store'
import { askerOf, lockAsker } from './asker'

/** How long a call can be approved and made. */
const LIFE_MS = 10 * 60_000

/** Most people of an account who are mailed about one call. */
const MOST_PEOPLE = 20

/** Most approvals of an account within an hour about which mails are sent, so that a program cannot send thousands. */
const MOST_MAILED = 30

/** The time in which approvals of an account are counted, to limit the mails about them. */
const MAILED_MS = 3_600_000

/** Calls of a key or an assistant that may wait at the same time, so that a program cannot hide one call among thousands. */
const MOST_PENDING = 20

@Controller()
export class RequestApproval {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly events: ApprovalEvents,
  ) {}

  @Handles(requestApproval)
  async execute(
    { operation, fingerprints, arguments: given, price }: Input<typeof requestApproval>,
    call: Call,
  ): Promise<Result<typeof requestApproval>> {
    const resellerId = resellerOf(call)
    const asker = askerOf(call)
    const now = this.clock.machineNow()
    const expiresAt = new Date(now.getTime() + LIFE_MS)
    return this.database.unitOfWork(call, async (tx) => {
      await lockAsker(tx, asker)
      const pending = await tx.query(findPending, { ...asker, now })
      const same = pending.find((each) => each.operation === operation && fingerprints.includes(each.fingerprint))
      if (same) return { id: same.id, expiresAt: printDate(same.expiresAt) }
      if (pending.length >= MOST_PENDING) fail('rate_limited', { retryAfter: LIFE_MS / 1000 })
      const [created] = await tx.query(insertApproval, {
        ...asker,
        operation,
        fingerprint: fingerprints[0]!,
        given: JSON.stringify(given),
        price: price?.price ?? null,
        currency: price?.currency ?? null,
        now,
        expiresAt,
      })
      const { id } = created!
      await this.events.tell(tx, approvalRequested, { resellerId, id })
      const since = new Date(now.getTime() - MAILED_MS)
      const limits = { since, mostMailed: MOST_MAILED, mostPeople: MOST_PEOPLE }
      for (const { contactId } of await tx.query(findApprovers, { resellerId, ...limits })) {
        await this.outbox.append(tx, sendApprovalMail, { approvalId: id, contactId })
      }
      const changes = { operation: { to: operation }, ...(price && { price: { to: price.price } }) }
      const subject = `approval ${id}`
      await recordChange(tx, { call, now: this.clock.now(), operation: requestApproval, resellerId, subject, changes })
      return { id, expiresAt: printDate(expiresAt) }
    })
  }
}
