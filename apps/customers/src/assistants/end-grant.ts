import { Controller } from '@nestjs/common'
import { endGrant } from '@nameyard/contracts/assistants/end-grant'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SessionEvents } from '../account-events/session-events'
import { recordChange } from '../audit/audit-log'
import { deleteGrant } from './state.store'

@Controller()
export class EndGrant {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly sessions: SessionEvents,
  ) {}

  @Handles(endGrant)
  async execute({ grant }: Input<typeof endGrant>, call: Call): Promise<Result<typeof endGrant>> {
    return this.database.unitOfWork(call, async (tx) => {
      const now = this.clock.now()
      for (const { resellerId, clientId, ...session } of await tx.query(deleteGrant, { grant })) {
        const changes = { client: { from: clientId, to: null } }
        const subject = `contact ${session.contactId}`
        await this.sessions.tellEnded(tx, resellerId, [session])
        await recordChange(tx, { call, now, operation: endGrant, resellerId, subject, changes })
      }
      return {}
    })
  }
}
