import type { Input, Result } from '@nameyard/contracts/operation'
import { listTranscripts } from '@nameyard/contracts/registry/list-transcripts'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'

const ofDomains = statement(
  'transcripts.of-domains',
  `select asked.number::int, said.*
   from unnest($1::text[], $2::int[], $3::timestamptz[]) with ordinality as asked (name, reseller_id, since, number)
   cross join lateral (
     select o.id as "operationId", t.command, t.prepared_at as "preparedAt", t.answered_at as "answeredAt", t.code,
       t.frame as sent, t.answer as received
     from operation o join registry_transaction t on t.operation_id = o.id
     where o.object = asked.name and o.reseller_id = asked.reseller_id
       and o.submitted_at >= coalesce(asked.since, '-infinity')
     order by t.prepared_at desc, t.cltrid desc limit $4) said
   order by asked.number, said."preparedAt" desc`,
)

type Transcript = Result<typeof listTranscripts>['transcripts'][number]

interface Said {
  readonly number: number
  readonly operationId: string
  readonly command: string
  readonly preparedAt: Date
  readonly answeredAt: Date | null
  readonly code: number | null
  readonly sent: string | null
  readonly received: string | null
}

/** Reads what was said about domains out of the journal, all of a list in one statement. */
@Controller()
export class ListTranscripts {
  constructor(private readonly database: Database) {}

  @Handles(listTranscripts)
  async execute({ domains, limit }: Input<typeof listTranscripts>): Promise<Result<typeof listTranscripts>> {
    const said = await this.database.read<Said & { [column: string]: unknown }>(ofDomains, [
      domains.map(({ name }) => name),
      domains.map(({ resellerId }) => resellerId),
      domains.map(({ from }) => from ?? null),
      limit,
    ])
    const transcripts = domains.map((): Transcript => [])
    for (const row of said) transcripts[row.number - 1]!.push(onWire(row))
    return { transcripts }
  }
}

function onWire({ operationId, command, preparedAt, answeredAt, code, sent, received }: Said): Transcript[number] {
  return {
    operationId,
    command,
    preparedAt: preparedAt.toISOString(),
    ...(answeredAt && { answeredAt: answeredAt.toISOString() }),
    ...(code !== null && { code }),
    ...(sent !== null && { sent }),
    ...(received !== null && { received }),
  }
}
