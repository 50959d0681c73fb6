import { Controller } from '@nestjs/common'
import { listAuditEvents } from '@nameyard/contracts/audit/list-audit-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate, readDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { filteredEntries, type ReadEntry } from './filtered-entries'
import { readBody } from './model/entry'
import { auditedAccount } from './reader'
import { WhenEventsArrive } from './when-events-arrive'

@Controller()
export class ListAuditEvents {
  constructor(
    private readonly database: Database,
    private readonly arriving: WhenEventsArrive,
  ) {}

  @Handles(listAuditEvents)
  async execute(input: Input<typeof listAuditEvents>, call: Call): Promise<Result<typeof listAuditEvents>> {
    const account = auditedAccount(call)
    // The list shows what has just arrived, too.
    await this.arriving.run()
    const { event, subject, contact_id: contactId, key_id: keyId, from, to, before, limit } = input
    const rows = await this.database.read<ReadEntry>(
      filteredEntries({
        account,
        event,
        subject,
        contactId,
        keyId,
        from: instant(from),
        to: instant(to),
        before: before === undefined ? undefined : { seq: before },
        // One more tells whether there is another page.
        limit: limit + 1,
      }),
    )
    const results = rows.slice(0, limit).map(({ body, name, address }) => {
      const { seq, at, recorded_at, event, subject, contact, key, request, changes } = readBody(body)
      return {
        seq,
        at: printDate(new Date(at)),
        recorded_at: printDate(new Date(recorded_at)),
        event,
        subject,
        contact_id: contact,
        key_id: key,
        name: name ?? '',
        address: address ?? '',
        request,
        changes,
      }
    })
    return { results, next_before: rows.length > limit ? results.at(-1)!.seq : null }
  }
}

/** A day alone is its beginning. */
const instant = (given: string | undefined) =>
  given === undefined ? undefined : readDate(given.length === 10 ? `${given} 00:00:00` : given)
