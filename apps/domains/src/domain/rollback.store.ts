import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import type { RegistryOperation } from './registry-operation.store'

type Behind = Pick<RegistryOperation, 'operationId' | 'state'> & { readonly rollback: object } & Record<string, unknown>

/** domain, number of an operation → what was submitted behind it and is not refused, the first one first */
const behind = statement(
  'rollback.behind',
  `select operation_id as "operationId", state, rollback from registry_operation
   where domain_id = $1 and seq > $2 and state in ('submitted', 'done') and rollback is not null order by seq`,
)

const inherit = statement(
  'rollback.inherit',
  'update registry_operation set rollback = rollback || $2::jsonb where operation_id = $1',
)

/**
 * The values of a domain that go back when an operation is refused. One that was changed again behind it stays; should
 * that be refused too, it goes back to what was before both, since the registry never had what was between.
 */
export async function takeBack(
  tx: Tx,
  { domainId, seq }: Pick<RegistryOperation, 'domainId' | 'seq'>,
  rollback: object,
): Promise<object> {
  const later = await tx.query<Behind>(behind, [domainId, seq])
  const back: [string, unknown][] = []
  for (const [field, value] of Object.entries(rollback)) {
    const heir = later.find((each) => field in each.rollback)
    if (!heir) back.push([field, value])
    else if (heir.state === 'submitted') await tx.query(inherit, [heir.operationId, JSON.stringify({ [field]: value })])
  }
  return Object.fromEntries(back)
}
