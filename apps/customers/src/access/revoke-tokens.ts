import { Controller } from '@nestjs/common'
import { revokeTokens } from '@nameyard/contracts/access/revoke-tokens'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SessionEvents } from '../account-events/session-events'
import { recordChange } from '../audit/audit-log'
import { findTokens, removeTokens } from './token.store'

@Controller()
export class RevokeTokens {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly sessions: SessionEvents,
  ) {}

  /** The tokens stop working when the gateways validate them again, within a second. */
  @Handles(revokeTokens)
  async execute(input: Input<typeof revokeTokens>, call: Call): Promise<Result<typeof revokeTokens>> {
    const { username, id } = input
    const now = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      const [person] = await tx.query(findTokens, { username, now: this.clock.machineNow() })
      if (!person) fail('person_not_found', { username })
      const { contactId, resellerId } = person
      const removed = await tx.query(removeTokens, { contactId, id: id ?? null })
      if (removed.length === 0) {
        tellAudit(tx, { isNothing: true })
        return { revoked: 0 }
      }
      await this.sessions.tellEnded(tx, resellerId, removed)
      const changes = { tokens: { from: removed.map((token) => token.id), to: [] } }
      const subject = `contact ${contactId}`
      await recordChange(tx, { call, now, operation: revokeTokens, resellerId, subject, changes })
      return { revoked: removed.length }
    })
  }
}
