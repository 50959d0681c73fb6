import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import type { RegistryOperation } from './registry-operation.store'

type Behind = Pick<RegistryOperation, 'operationId' | 'state'> & { readonly rollback: object }

/** The operations of a domain that were submitted behind one and are not refused, the first one first. */
const behind = statement<Pick<RegistryOperation, 'domainId' | 'seq'>, Behind>(
  'domains.rollbacks-behind',
  ({ domainId, seq }) => sql`
    select operation_id as "operationId", state, rollback from registry_operation
    where domain_id = ${domainId} and seq > ${seq} and state in ('submitted', 'done') and rollback is not null
    order by seq`,
)

const inherit = statement<Pick<RegistryOperation, 'operationId'> & { readonly rollback: string }>(
  'domains.inherit-rollback',
  ({ operationId, rollback }) => sql`
    update registry_operation set rollback = rollback || ${rollback}::jsonb where operation_id = ${operationId}`,
)

/**
 * The values that are restored when an operation is refused. A value that a later operation changed again stays. If
 * that operation is refused too, the value from before both is restored, since the registry never had the one between.
 */
export async function valuesToRestore(
  tx: Tx,
  { domainId, seq }: Pick<RegistryOperation, 'domainId' | 'seq'>,
  rollback: object,
): Promise<object> {
  const later = await tx.query(behind, { domainId, seq })
  const back: [string, unknown][] = []
  for (const [field, value] of Object.entries(rollback)) {
    const successor = later.find((each) => field in each.rollback)
    if (!successor) back.push([field, value])
    else if (successor.state === 'submitted') {
      const { operationId } = successor
      await tx.query(inherit, { operationId, rollback: JSON.stringify({ [field]: value }) })
    }
  }
  return Object.fromEntries(back)
}
