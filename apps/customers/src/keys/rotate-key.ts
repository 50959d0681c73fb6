import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { keyReplaced } from '@nameyard/contracts/events/catalogue/key-events'
import { rotateKey } from '@nameyard/contracts/keys/rotate-key'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { KeyEvents } from '../account-events/key-events'
import { recordChange } from '../audit/audit-log'
import { administratorOf, refuseKeyBeyond } from './key-access'
import { lockKey, replaceKey } from './key.store'
import { createNewKey } from './new-key'

@Controller()
export class RotateKey {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: KeyEvents,
  ) {}

  /** The old key stops working when the gateways validate it again, within a second. */
  @Handles(rotateKey)
  async execute({ id }: Input<typeof rotateKey>, call: Call): Promise<Result<typeof rotateKey>> {
    const { key, hash, hint } = createNewKey()
    return this.database.unitOfWork(call, async (tx) => {
      const { resellerId } = await administratorOf(tx, call)
      const [before] = await tx.query(lockKey, { resellerId, id })
      if (!before) fail('key_not_found', { id })
      await refuseKeyBeyond(tx, call, before)
      const at = this.clock.machineNow()
      const [after] = await tx.query(replaceKey, { id, hash, hint, now: at })
      const isValid = after!.expiresAt === null || after!.expiresAt > at
      await this.events.tell(tx, keyReplaced, after!, { resellerId, isValid })
      const changes = { hint: { from: before.hint, to: hint } }
      const now = this.clock.now()
      await recordChange(tx, { call, now, operation: rotateKey, resellerId, subject: `key ${id}`, changes })
      return { id, key }
    })
  }
}
