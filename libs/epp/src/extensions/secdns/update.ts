import { InvalidValue } from '../../constraints'
import { nothingExtra, type Extension } from '../../extension'
import { SECDNS } from '../../namespaces'
import { elementsOf } from '../../xml'
import { encodeDnssec, encodeMaxSigLife, type Dnssec } from './dnssec'

const secDNS = elementsOf(SECDNS)

/** The changes; removals precede additions (RFC 5910 section 5.2.5). */
export interface DnssecChange {
  /** `all` removes all data; then only the added data remain. */
  readonly rem?: Dnssec | 'all' | undefined
  readonly add?: Dnssec | undefined
  readonly maxSigLife?: number | undefined
  /** Requests priority; registries without it refuse with 2102. */
  readonly urgent?: boolean
}

/** Adds changes of DNSSEC data to the update of a domain. */
export function updateDnssec({ rem, add, maxSigLife, urgent }: DnssecChange): Extension<Record<never, never>> {
  if (!rem && !add && maxSigLife === undefined) throw new InvalidValue('secDNS:update', 'changes nothing')
  const element = secDNS(
    'update',
    [
      rem && secDNS('rem', rem === 'all' ? [secDNS('all', 'true')] : encodeDnssec(rem)),
      add && secDNS('add', encodeDnssec(add)),
      maxSigLife === undefined ? undefined : secDNS('chg', [encodeMaxSigLife(maxSigLife)]),
    ],
    { urgent: urgent ? 'true' : undefined },
  )
  return { element, decode: nothingExtra }
}
