import { tokenOf } from '../../constraints'
import { nothingExtra, type Extension } from '../../extension'
import { ALLOCATION_TOKEN } from '../../namespaces'
import { elementsOf } from '../../xml'

/**
 * Adds the allocation token for a reserved name or a special price to a check, create, renew or transfer (RFC 8495
 * section 3). The token is a secret, since its knowledge suffices to use it: transcripts mask it.
 */
export function withAllocationToken(value: string): Extension<Record<never, never>> {
  const element = elementsOf(ALLOCATION_TOKEN)('allocationToken', tokenOf('allocationToken', 1, Infinity, value))
  return { element, decode: nothingExtra }
}
