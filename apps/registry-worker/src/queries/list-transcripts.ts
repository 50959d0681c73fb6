import { Controller } from '@nestjs/common'
import type { Input, Result } from '@nameyard/contracts/operation'
import { listTranscripts } from '@nameyard/contracts/registry/list-transcripts'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

type Transcript = Result<typeof listTranscripts>['transcripts'][number]

interface Asked {
  readonly names: readonly string[]
  readonly resellerIds: readonly number[]
  readonly since: readonly (string | null)[]
  readonly limit: number
}

interface Row {
  readonly number: number
  readonly operationId: string
  readonly command: string
  readonly preparedAt: Date
  readonly answeredAt: Date | null
  readonly code: number | null
  readonly sent: string | null
  readonly received: string | null
}

const OF_DOMAINS = statement<Asked, Row>(
  'transcripts.of-domains',
  ({ names, resellerIds, since, limit }) => sql`
    select asked.number::int, said.*
    from unnest(${names}::text[], ${resellerIds}::int[], ${since}::timestamptz[]) with ordinality
      as asked (name, reseller_id, since, number)
    cross join lateral (
      select o.id as "operationId", t.command, t.prepared_at as "preparedAt", t.answered_at as "answeredAt", t.code,
        t.frame as sent, t.answer as received
      from operation o join registry_transaction t on t.operation_id = o.id
      where o.object = asked.name and o.reseller_id = asked.reseller_id
        and o.submitted_at >= coalesce(asked.since, '-infinity')
      order by t.prepared_at desc, t.cltrid desc limit ${limit}) said
    order by asked.number, said."preparedAt" desc`,
)

/** Reads the EPP commands and answers of domains from the journal, in one statement for all domains. */
@Controller()
export class ListTranscripts {
  constructor(private readonly database: Database) {}

  @Handles(listTranscripts)
  async execute({ domains, limit }: Input<typeof listTranscripts>): Promise<Result<typeof listTranscripts>> {
    const rows = await this.database.read(OF_DOMAINS, {
      names: domains.map(({ name }) => name),
      resellerIds: domains.map(({ resellerId }) => resellerId),
      since: domains.map(({ from }) => from ?? null),
      limit,
    })
    const transcripts = domains.map((): Transcript => [])
    for (const row of rows) transcripts[row.number - 1]!.push(onWire(row))
    return { transcripts }
  }
}

function onWire({ operationId, command, preparedAt, answeredAt, code, sent, received }: Row): Transcript[number] {
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
