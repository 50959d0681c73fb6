import { fail } from '@nameyard/contracts/errors'
import type { Changed, Unchanged } from '../operations/intervention.store'

/** Returns a changed operation. Refuses one that does not exist, has ended, or is executing. */
export function changedOrRefused(found: Changed | Unchanged, operation: string): Changed {
  if (!found) fail('registry_operation_not_found', { operation })
  if (!('state' in found)) return found
  const problem =
    found.state === 'executing' ? 'is executing: try again in a minute' : `has ended (${found.state}) and stays so`
  fail('invalid_input', { field: 'operationId', problem })
}
