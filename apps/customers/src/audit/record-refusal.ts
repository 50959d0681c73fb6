import { Controller } from '@nestjs/common'
import { recordRefusal } from '@nameyard/contracts/access/record-refusal'
import { refusedEvent } from '@nameyard/contracts/audit/subject'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordAlone } from './audit-log'

@Controller()
export class RecordRefusal {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(recordRefusal)
  async execute(
    { operation, refusal }: Input<typeof recordRefusal>,
    call: Call,
  ): Promise<Result<typeof recordRefusal>> {
    const { resellerId } = call.actor ?? fail('authentication_failed')
    await recordAlone(this.database, { call, now: this.clock.now(), resellerId, ...refusedEvent(operation, refusal) })
    return {}
  }
}
