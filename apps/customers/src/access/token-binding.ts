import { fail } from '@nameyard/contracts/errors'
import { boundAddress } from './model/address'

/** Returns the address or range to which a login binds its token; null for none. Refuses an invalid one. */
export function tokenBinding(given: string | undefined): string | null {
  const boundTo = boundAddress(given)
  if (boundTo === undefined) fail('invalid_input', { field: 'ip', problem: 'must be an IP address or a CIDR range' })
  return boundTo
}
