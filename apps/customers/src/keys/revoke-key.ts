import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { keyRevoked } from '@nameyard/contracts/events/catalogue/key-events'
import { revokeKey } from '@nameyard/contracts/keys/revoke-key'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { KeyEvents } from '../account-events/key-events'
import { recordChange } from '../audit/audit-log'
import { administratorOf } from './key-access'
import { lockKey, removeKey } from './key.store'

@Controller()
export class RevokeKey {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: KeyEvents,
  ) {}

  /** The key stops working when the gateways validate it again, within a second. */
  @Handles(revokeKey)
  async execute({ id }: Input<typeof revokeKey>, call: Call): Promise<Result<typeof revokeKey>> {
    await this.database.unitOfWork(call, async (tx) => {
      const { resellerId } = await administratorOf(tx, call)
      const [before] = await tx.query(lockKey, { resellerId, id })
      if (!before) fail('key_not_found', { id })
      await tx.query(removeKey, { id })
      await this.events.tell(tx, keyRevoked, before, { resellerId, isValid: false })
      const changes = { name: { from: before.name, to: '' }, revoked: { to: true } }
      const now = this.clock.now()
      await recordChange(tx, { call, now, operation: revokeKey, resellerId, subject: `key ${id}`, changes })
    })
    return { success: true }
  }
}
