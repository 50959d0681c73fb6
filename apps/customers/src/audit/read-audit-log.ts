import { Controller } from '@nestjs/common'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { findEntries } from './entry.store'
import { PLATFORM, readBody } from './model/entry'
import { WhenEventsArrive } from './when-events-arrive'

@Controller()
export class ReadAuditLog {
  constructor(
    private readonly database: Database,
    private readonly arriving: WhenEventsArrive,
  ) {}

  @Handles(readAuditLog)
  async execute(input: Input<typeof readAuditLog>): Promise<Result<typeof readAuditLog>> {
    const { resellerId, before, limit } = input
    // The list shows what has just arrived, too.
    await this.arriving.run()
    const rows = await this.database.read(findEntries, {
      account: resellerId ?? null,
      before: before ?? null,
      limit,
    })
    return {
      entries: rows.map(({ id, body, name, address }) => {
        const entry = readBody(body)
        return {
          id,
          at: entry.at,
          resellerId: entry.account === PLATFORM ? null : entry.account,
          contactId: entry.contact,
          who: name,
          address,
          correlationId: entry.request,
          operation: entry.event,
          subject: entry.subject,
          changes: entry.changes,
        }
      }),
    }
  }
}
