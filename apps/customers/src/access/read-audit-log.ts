import { Controller, Inject } from '@nestjs/common'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { findEntries, type AuditEntry } from '../audit/audit-log'

@Controller()
export class ReadAuditLog {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Handles(readAuditLog)
  async execute(input: Input<typeof readAuditLog>): Promise<Result<typeof readAuditLog>> {
    const { resellerId, before, limit } = input
    const rows = await this.database.read<AuditEntry>(findEntries, [resellerId ?? null, before ?? null, limit])
    return {
      entries: rows.map((row) => ({
        id: row.id,
        at: row.happened_at.toISOString(),
        resellerId: row.reseller_id,
        contactId: row.actor_contact_id,
        who: row.actor_username,
        address: row.client_address,
        correlationId: row.correlation_id,
        operation: row.operation,
        subject: row.subject,
        changes: row.changes,
      })),
    }
  }
}
