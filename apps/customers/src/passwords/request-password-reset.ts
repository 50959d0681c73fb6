import { Controller } from '@nestjs/common'
import { requestPasswordReset } from '@nameyard/contracts/access/request-password-reset'
import { sendPasswordReset } from '@nameyard/contracts/access/send-password-reset'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { GuessLimits } from '../access/guess-limits'
import { resetSubjects } from '../access/model/login-subjects'
import { recordChange } from '../audit/audit-log'
import { findResettable, type Resettable } from './password-reset.store'

@Controller()
export class RequestPasswordReset {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly limits: GuessLimits,
  ) {}

  /**
   * Does the same work for every username, known or not: also the audit trail gets an event of each, in the trail of the
   * platform where the name is unknown. Requests are limited like failed logins: for the username from
   * this network, and for the network. There is no limit over all networks, because strangers could use it up.
   */
  @Handles(requestPasswordReset)
  async execute(
    { username }: Input<typeof requestPasswordReset>,
    call: Call,
  ): Promise<Result<typeof requestPasswordReset>> {
    const subjects = resetSubjects(username, call.address)
    await this.limits.assertOpen(subjects)
    await this.limits.count(subjects)
    await this.database.unitOfWork(call, async (tx) => {
      const [found] = await tx.query(findResettable, { username })
      const event = { ...about(found!, call), now: this.clock.now(), operation: requestPasswordReset, changes: {} }
      await recordChange(tx, event)
      await this.outbox.append(tx, sendPasswordReset, { contactId: found!.contactId })
    })
    return { success: true }
  }
}

/** Whose event it is. An unknown username is not recorded: people type passwords into the field. */
function about(found: Resettable, call: Call) {
  if (found.contactId === null) return { call, resellerId: null, subject: 'login' }
  const { contactId, resellerId, username, role } = found
  const person = { ...call, actor: { contactId, resellerId, username, role, scope: [] } }
  return { call: person, resellerId, subject: `contact ${contactId}` }
}
