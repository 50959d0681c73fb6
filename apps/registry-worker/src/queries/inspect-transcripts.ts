import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { inspectTranscripts } from '@nameyard/contracts/registry/inspect-transcripts'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import type { RegistryTransaction } from '../operations/journal.store'
import type { RegistryOperation } from '../operations/operation.store'

type Row = Pick<
  RegistryTransaction,
  'operationId' | 'command' | 'object' | 'state' | 'preparedAt' | 'answeredAt' | 'code'
> &
  Pick<RegistryOperation, 'account' | 'kind'> & { readonly sent: string | null; readonly received: string | null }

interface Asked {
  readonly object: string | null
  readonly operationId: string | null
  readonly account: string | null
  readonly limit: number
}

const FIND = statement<Asked, Row>(
  'transcripts.inspect',
  ({ object, operationId, account, limit }) => sql`
    select o.id as "operationId", o.account, o.kind, t.command, t.object, t.state, t.prepared_at as "preparedAt",
      t.answered_at as "answeredAt", t.code, t.frame as sent, t.answer as received
    from operation o join registry_transaction t on t.operation_id = o.id
    where (o.id = ${operationId}::uuid or o.object = ${object}::text)
      and (${account}::text is null or o.account = ${account}::text)
    order by t.prepared_at desc, t.cltrid desc limit ${limit}`,
)

/** Reads the EPP commands and answers of an object or an operation from the journal. */
@Controller()
export class InspectTranscripts {
  constructor(private readonly database: Database) {}

  @Handles(inspectTranscripts)
  async execute({
    object,
    operationId,
    account,
    limit,
  }: Input<typeof inspectTranscripts>): Promise<Result<typeof inspectTranscripts>> {
    if ((object === undefined) === (operationId === undefined)) {
      fail('invalid_input', { field: 'object', problem: 'or operationId is needed, and only one of them' })
    }
    const rows = await this.database.read(FIND, {
      object: object ?? null,
      operationId: operationId ?? null,
      account: account ?? null,
      limit,
    })
    return {
      transcripts: rows.map(({ preparedAt, answeredAt, code, sent, received, ...row }) => ({
        ...row,
        preparedAt: preparedAt.toISOString(),
        ...(answeredAt && { answeredAt: answeredAt.toISOString() }),
        ...(code !== null && { code }),
        ...(sent !== null && { sent }),
        ...(received !== null && { received }),
      })),
    }
  }
}
