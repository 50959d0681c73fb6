import { Controller } from '@nestjs/common'
import { listSessions } from '@nameyard/contracts/access/list-sessions'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { findSessions } from './token.store'

@Controller()
export class ListSessions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(listSessions)
  async execute({ limit, offset }: Input<typeof listSessions>, call: Call): Promise<Result<typeof listSessions>> {
    const { actor, session } = call
    if (!actor) fail('authentication_failed')
    const { contactId } = actor
    const rows = await this.database.read(findSessions, { contactId, now: this.clock.machineNow(), limit, offset })
    return {
      total: rows[0]!.total,
      results: rows.flatMap((row) =>
        row.id === null
          ? []
          : [
              {
                id: row.id,
                created_at: printDate(row.createdAt),
                expires_at: printDate(row.expiresAt),
                last_used_at: printDate(row.lastUsedAt),
                ip: row.boundTo ?? '',
                client_id: row.clientId ?? '',
                client_name: row.clientName ?? '',
                profile: row.profile ?? '',
                scope: row.scope,
                approval: row.approval ?? 'none',
                spend_per_day: row.spendPerDay,
                spend_per_month: row.spendPerMonth,
                is_current: row.id === session,
              },
            ],
      ),
    }
  }
}
