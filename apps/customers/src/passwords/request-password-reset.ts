import { Controller } from '@nestjs/common'
import { requestPasswordReset } from '@nameyard/contracts/access/request-password-reset'
import { sendPasswordReset } from '@nameyard/contracts/access/send-password-reset'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { GuessLimits } from '../access/guess-limits'
import { resetSubjects } from '../access/model/login-subjects'
import { findResettable } from './password-reset.store'

@Controller()
export class RequestPasswordReset {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly limits: GuessLimits,
  ) {}

  /**
   * Does the same work for every username, known or not. Requests are limited like failed logins: for the username from
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
      // Recorded by the consumer of the command: here an event of a known person would take time.
      tellAudit(tx, { isNothing: true })
      await this.outbox.append(tx, sendPasswordReset, { contactId: found!.contactId })
    })
    return { success: true }
  }
}
