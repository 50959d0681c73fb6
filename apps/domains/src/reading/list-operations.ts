import { Controller } from '@nestjs/common'
import { listOperations } from '@nameyard/contracts/domains/list-operations'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { describeRegistryOperations } from '@nameyard/contracts/registry/describe-operations'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { operationOnWire, type DescribedOperation, type ShownOperation } from '../registry/operation-on-wire'

interface Page {
  readonly id: number
  readonly resellerId: number
  /** The domains that the caller is limited to; null for all. */
  readonly names: readonly string[] | null
  readonly limit: number
  readonly offset: number
}

const operationsOfDomain = statement<
  Page,
  ShownOperation & { readonly operationId: string | null; readonly total: number }
>(
  'domains.list-operations',
  ({ id, resellerId, names, limit, offset }) => sql`
    with held as (select id from domain where id = ${id} and reseller_id = ${resellerId}
      and (${names}::text[] is null or name = any(${names}::text[]))),
    counted as (
      select count(o.operation_id)::int as total from held left join registry_operation o on o.domain_id = held.id
      group by held.id),
    page as (
      select o.* from held join registry_operation o on o.domain_id = held.id
      order by o.submitted_at desc, o.operation_id desc limit ${limit} offset ${offset})
    select counted.total, page.operation_id as "operationId", page.kind, page.purpose, page.cause, page.state,
      page.submitted_at as "submittedAt", page.pending_at as "pendingAt", page.settled_at as "settledAt", page.reason,
      page.refusal, page.reason_code as "reasonCode", page.reason_subject as "reasonSubject"
    from counted left join page on true order by page.submitted_at desc, page.operation_id desc`,
)

/**
 * Lists the registry operations of a domain, deleted or not. The progress of each comes from the registry worker, in one
 * request for the page.
 */
@Controller()
export class ListOperations {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
  ) {}

  @Handles(listOperations)
  async execute(
    { id, limit, offset }: Input<typeof listOperations>,
    call: Call,
  ): Promise<Result<typeof listOperations>> {
    const names = call.actor?.limits?.domains ?? null
    const rows = await this.database.read(operationsOfDomain, {
      id,
      resellerId: resellerOf(call),
      names,
      limit,
      offset,
    })
    const [first] = rows
    if (!first) return fail('domain_not_found', { domain: id })
    const shown = rows.filter(({ operationId }) => operationId !== null)
    const described = await this.described(shown, call)
    return { results: shown.map((row) => operationOnWire(row, described.get(row.operationId))), total: first.total }
  }

  private async described(
    rows: readonly ShownOperation[],
    call: Call,
  ): Promise<ReadonlyMap<string, DescribedOperation>> {
    if (rows.length === 0) return new Map()
    const operationIds = rows.map(({ operationId }) => operationId)
    const { operations } = await this.rpc.call(describeRegistryOperations, { operationIds }, call)
    return new Map(operations.map((operation) => [operation.operationId, operation]))
  }
}
