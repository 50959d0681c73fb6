import { Injectable } from '@nestjs/common'
import type { ClientDomainStatus } from '@nameyard/epp/status'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'

/** A client status that an operation took away because it stood in the way, and that is to be set again. */
export interface LiftedStatus {
  operationId: string
  status: ClientDomainStatus
}

export const liftedStatusSchema = new EntitySchema<LiftedStatus>({
  name: 'lifted_status',
  columns: {
    operationId: { type: 'uuid', name: 'operation_id', primary: true },
    status: { type: 'text', primary: true },
  },
  foreignKeys: [
    {
      name: 'lifted_status_operation_id_fkey',
      target: 'operation',
      columnNames: ['operationId'],
      referencedColumnNames: ['id'],
    },
  ],
})

const insert = statement(
  'lifted-status.insert',
  `insert into lifted_status (operation_id, status) select $1, unnest($2::text[]) on conflict do nothing`,
)
const select = statement('lifted-status.select', `select status from lifted_status where operation_id = $1`)
const forget = statement('lifted-status.forget', `delete from lifted_status where operation_id = $1`)

/** The statuses that operations have to set again. */
@Injectable()
export class LiftedStatuses {
  constructor(private readonly database: Database) {}

  /** Written before the statuses are taken away, so that none is forgotten when the worker dies. */
  async remember(operationId: string, statuses: readonly ClientDomainStatus[]): Promise<void> {
    await this.database.read(insert, [operationId, statuses])
  }

  async of(operationId: string): Promise<ClientDomainStatus[]> {
    const rows = await this.database.read<{ status: ClientDomainStatus }>(select, [operationId])
    return rows.map(({ status }) => status)
  }

  async forget(operationId: string): Promise<void> {
    await this.database.read(forget, [operationId])
  }
}
