import { tokenOf } from '../../constraints'
import { nothingExtra, type Extension } from '../../extension'
import { ALLOCATION_TOKEN } from '../../namespaces'
import { elementsOf } from '../../xml'

/**
 * Shows the token for which a registry gives a reserved name or a better price, on check, create, renew or transfer
 * (RFC 8495 section 3). Whoever knows the token may use it: it is masked in transcripts.
 */
export function withAllocationToken(value: string): Extension<Record<never, never>> {
  const element = elementsOf(ALLOCATION_TOKEN)('allocationToken', tokenOf('allocationToken', 1, Infinity, value))
  return { element, decode: nothingExtra }
}
