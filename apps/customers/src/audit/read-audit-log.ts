import { Controller } from '@nestjs/common'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { filteredEntries, type ReadEntry } from './filtered-entries'
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
    const { resellerId, before, from, to, ...filters } = input
    // The list shows what has just arrived, too.
    await this.arriving.run()
    const rows = await this.database.read<ReadEntry>(
      filteredEntries({
        ...filters,
        account: resellerId,
        from: from === undefined ? undefined : new Date(from),
        to: to === undefined ? undefined : new Date(to),
        before: before === undefined ? undefined : { id: before },
      }),
    )
    return {
      entries: rows.map(({ id, body, name, address }) => {
        const entry = readBody(body)
        return {
          id,
          at: entry.at,
          resellerId: entry.account === PLATFORM ? null : entry.account,
          contactId: entry.contact,
          keyId: entry.key,
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
