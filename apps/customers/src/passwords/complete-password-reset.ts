import { createHash } from 'node:crypto'
import { Controller, Inject } from '@nestjs/common'
import { completePasswordReset } from '@nameyard/contracts/access/complete-password-reset'
import { sendSecurityNotice } from '@nameyard/contracts/access/send-security-notice'
import { fail } from '@nameyard/contracts/errors'
import { contactPasswordChanged } from '@nameyard/contracts/events/catalogue/contact-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { removeTokens } from '../access/token.store'
import { ContactEvents } from '../account-events/contact-events'
import { SessionEvents } from '../account-events/session-events'
import { recordChange } from '../audit/audit-log'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { hashPassword } from '../contacts/password'
import { assertNewPassword } from './assert-new-password'
import { lockHolder, replacePassword } from './own-password.store'
import { findReset, removeResets } from './password-reset.store'

@Controller()
export class CompletePasswordReset {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly events: ContactEvents,
    private readonly sessions: SessionEvents,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /**
   * Sets the password, ends all sessions of the contact and all its links. A password that breaks a rule does not use up
   * the link.
   */
  @Handles(completePasswordReset)
  async execute(
    { token, password }: Input<typeof completePasswordReset>,
    call: Call,
  ): Promise<Result<typeof completePasswordReset>> {
    const link = { hash: createHash('sha256').update(token).digest(), now: this.clock.machineNow() }
    return this.database.unitOfWork(call, async (tx) => {
      const [found] = await tx.query(findReset, link)
      if (!found) fail('password_reset_not_found')
      const { contactId } = found
      const [holder] = await tx.query(lockHolder, { contactId })
      // Another request may have used the link before this one got the lock.
      const [works] = await tx.query(findReset, link)
      if (!holder || !works) fail('password_reset_not_found')
      await assertNewPassword(password, holder, this.config.PASSWORD_MIN_LENGTH)
      const now = this.clock.now()
      const [contact] = await tx.query(replacePassword, { contactId, passwordHash: await hashPassword(password), now })
      const ended = await tx.query(removeTokens, { contactId, id: null })
      await this.sessions.tellEnded(tx, holder.resellerId, ended)
      await this.events.tell(tx, contactPasswordChanged, contact!)
      await tx.query(removeResets, { contactId })
      await this.outbox.append(tx, sendSecurityNotice, {
        contactId,
        notice: 'password-changed',
        at: printDate(this.clock.machineNow()),
      })
      const { resellerId, username, role } = holder
      const person = { ...call, actor: { resellerId, contactId, username, role, scope: [] } }
      const [changes, subject] = [{ password: null }, `contact ${contactId}`]
      await recordChange(tx, { call: person, now, operation: completePasswordReset, resellerId, subject, changes })
      return { success: true }
    })
  }
}
