import { Controller, Inject } from '@nestjs/common'
import { revokeTokens } from '@nameyard/contracts/access/revoke-tokens'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { findTokens, removeTokens, type ListedToken } from './token.store'

@Controller()
export class RevokeTokens {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** They stop working everywhere as soon as the edges ask again, which is within a second. */
  @Handles(revokeTokens)
  async execute(input: Input<typeof revokeTokens>, call: Call): Promise<Result<typeof revokeTokens>> {
    const { operator, username, id } = input
    const now = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      const [person] = await tx.query<ListedToken>(findTokens, [username, this.clock.machineNow()])
      if (!person) fail('person_not_found', { username })
      const { contact_id, reseller_id: resellerId } = person
      const removed = await tx.query<{ id: string }>(removeTokens, [contact_id, id ?? null])
      if (removed.length === 0) return { revoked: 0 }
      const changes = { tokens: { from: removed.map((token) => token.id), to: [] } }
      const subject = `contact ${contact_id}`
      await recordChange(tx, { call, operator, now, operation: revokeTokens, resellerId, subject, changes })
      return { revoked: removed.length }
    })
  }
}
