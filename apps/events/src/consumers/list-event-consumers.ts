import { Controller } from '@nestjs/common'
import { listEventConsumers } from '@nameyard/contracts/events/list-event-consumers'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { findConsumers } from './consumer.store'
import { onWire } from './on-wire'

@Controller()
export class ListEventConsumers {
  constructor(private readonly database: Database) {}

  @Handles(listEventConsumers)
  async execute(
    { limit, offset }: Input<typeof listEventConsumers>,
    call: Call,
  ): Promise<Result<typeof listEventConsumers>> {
    const rows = await this.database.read(findConsumers, { account: resellerOf(call), limit, offset })
    // A page after the last one is a single row with the total and no consumer.
    const results = rows.flatMap(({ name, ...row }) => (name === null ? [] : [onWire({ ...row, name })]))
    return { results, total: rows[0]!.total }
  }
}
