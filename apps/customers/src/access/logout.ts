import { Controller } from '@nestjs/common'
import { logout } from '@nameyard/contracts/access/logout'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { SessionEvents } from '../account-events/session-events'
import { removeTokens } from './token.store'

@Controller()
export class Logout {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionEvents,
  ) {}

  /** Ends the session of the request. It is not an error if the session has ended meanwhile. */
  @Handles(logout)
  async execute(_input: Input<typeof logout>, call: Call): Promise<Result<typeof logout>> {
    const { actor, session } = call
    if (!actor || session === undefined) fail('authentication_failed')
    tellAudit(call, { subject: `contact ${actor.contactId}` })
    return this.database.unitOfWork(call, async (tx) => {
      const removed = await tx.query(removeTokens, { contactId: actor.contactId, id: session })
      await this.sessions.tellEnded(tx, actor.resellerId, removed)
      return { success: true }
    })
  }
}
