import { Controller } from '@nestjs/common'
import { endSessions } from '@nameyard/contracts/access/end-sessions'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SessionEvents } from '../account-events/session-events'
import { recordChange } from '../audit/audit-log'
import { removeOtherTokens } from './token.store'

@Controller()
export class EndSessions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly sessions: SessionEvents,
  ) {}

  /** Deletes all tokens of the caller except the one of this request. */
  @Handles(endSessions)
  async execute(_input: Input<typeof endSessions>, call: Call): Promise<Result<typeof endSessions>> {
    const { contactId, resellerId } = call.actor ?? fail('authentication_failed')
    return this.database.unitOfWork(call, async (tx) => {
      const removed = await tx.query(removeOtherTokens, { contactId, id: call.session ?? null })
      await this.sessions.tellEnded(tx, resellerId, removed)
      if (removed.length > 0) {
        const changes = { sessions_ended: { to: removed.length } }
        const [now, subject] = [this.clock.now(), `contact ${contactId}`]
        await recordChange(tx, { call, now, operation: endSessions, resellerId, subject, changes })
      } else tellAudit(tx, { isNothing: true })
      return { sessions_ended: removed.length }
    })
  }
}
