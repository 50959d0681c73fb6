import { Injectable } from '@nestjs/common'
import type { ClientDomainStatus } from '@nameyard/epp/status'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

const INSERT = statement<{ readonly operationId: string; readonly statuses: readonly ClientDomainStatus[] }>(
  'lifted-status.insert',
  ({ operationId, statuses }) => sql`
    insert into lifted_status (operation_id, status) select ${operationId}, unnest(${statuses}::text[])
    on conflict do nothing`,
)

const SELECT = statement<{ operationId: string }, { status: ClientDomainStatus }>(
  'lifted-status.select',
  ({ operationId }) => sql`select status from lifted_status where operation_id = ${operationId}`,
)

const FORGET = statement<{ operationId: string }>(
  'lifted-status.forget',
  ({ operationId }) => sql`delete from lifted_status where operation_id = ${operationId}`,
)

/** The statuses that operations have to set again. */
@Injectable()
export class LiftedStatuses {
  constructor(private readonly database: Database) {}

  /** Written before the statuses are removed, so that none is lost when the worker crashes. */
  async remember(operationId: string, statuses: readonly ClientDomainStatus[]): Promise<void> {
    await this.database.read(INSERT, { operationId, statuses })
  }

  async of(operationId: string): Promise<ClientDomainStatus[]> {
    const rows = await this.database.read(SELECT, { operationId })
    return rows.map(({ status }) => status)
  }

  async forget(operationId: string): Promise<void> {
    await this.database.read(FORGET, { operationId })
  }
}
