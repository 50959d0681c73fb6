import { nothingExtra, type Extension } from '../../extension'
import { SECDNS } from '../../namespaces'
import { elementsOf } from '../../xml'
import { encodeDnssec, encodeMaxSigLife, type Dnssec } from './dnssec'

/** Adds DNSSEC data to the create of a domain (RFC 5910 section 5.2.1). */
export function createDnssec(dnssec: Dnssec, maxSigLife?: number): Extension<Record<never, never>> {
  const element = elementsOf(SECDNS)('create', [
    maxSigLife === undefined ? undefined : encodeMaxSigLife(maxSigLife),
    ...encodeDnssec(dnssec),
  ])
  return { element, decode: nothingExtra }
}
