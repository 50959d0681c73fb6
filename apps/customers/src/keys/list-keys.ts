import { Controller } from '@nestjs/common'
import { listKeys } from '@nameyard/contracts/keys/list-keys'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { onWire } from '../account-events/key-events'
import { administratorOf } from './key-access'
import { findKeys, type ListedKey } from './key.store'

@Controller()
export class ListKeys {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(listKeys)
  async execute({ limit, offset }: Input<typeof listKeys>, call: Call): Promise<Result<typeof listKeys>> {
    return this.database.unitOfWork(call, async (tx) => {
      const { resellerId } = await administratorOf(tx, call)
      const rows = await tx.query(findKeys, { resellerId, now: this.clock.machineNow(), limit, offset })
      // A page after the last one is a single row with the total and no key.
      return {
        results: rows.flatMap((row) => (row.id === null ? [] : [keyOnWire(row, row.id)])),
        total: rows[0]!.total,
      }
    })
  }
}

function keyOnWire(row: ListedKey, id: number): Result<typeof listKeys>['results'][number] {
  return {
    ...onWire({ ...row, id }),
    username: row.username,
    is_valid: row.isValid,
    last_used_from: row.lastUsedFrom ?? '',
  }
}
