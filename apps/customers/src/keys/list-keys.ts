import { Controller } from '@nestjs/common'
import { listKeys } from '@nameyard/contracts/keys/list-keys'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
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
    id,
    name: row.name,
    hint: row.hint,
    username: row.username,
    scope: row.scope,
    allow: row.allowedFrom,
    expires_at: printDate(row.expiresAt),
    unused_days: row.unusedDays,
    domains: [...(row.domains ?? [])],
    zones: [...(row.zones ?? [])],
    record_names: [...(row.recordNames ?? [])],
    record_types: [...(row.recordTypes ?? [])],
    is_limited_to_objects: row.domains !== null,
    spend_per_day: row.spendPerDay,
    spend_per_month: row.spendPerMonth,
    approval: row.approval ?? 'none',
    is_valid: row.isValid,
    created_at: printDate(row.createdAt),
    rotated_at: printDate(row.rotatedAt),
    last_used_at: printDate(row.lastUsedAt),
    last_used_from: row.lastUsedFrom ?? '',
  }
}
