import { Controller } from '@nestjs/common'
import { endSession } from '@nameyard/contracts/access/end-session'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SessionEvents } from '../account-events/session-events'
import { recordChange } from '../audit/audit-log'
import { removeTokens } from './token.store'

@Controller()
export class EndSession {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly sessions: SessionEvents,
  ) {}

  /** Deletes a token of the caller. The token stops working when the gateways validate it again, within a second. */
  @Handles(endSession)
  async execute({ id }: Input<typeof endSession>, call: Call): Promise<Result<typeof endSession>> {
    const { contactId, resellerId } = call.actor ?? fail('authentication_failed')
    return this.database.unitOfWork(call, async (tx) => {
      const removed = await tx.query(removeTokens, { contactId, id })
      if (removed.length === 0) fail('session_not_found', { id })
      await this.sessions.tellEnded(tx, resellerId, removed)
      const changes = { tokens: { from: [id], to: [] } }
      const [now, subject] = [this.clock.now(), `contact ${contactId}`]
      await recordChange(tx, { call, now, operation: endSession, resellerId, subject, changes })
      return { success: true }
    })
  }
}
