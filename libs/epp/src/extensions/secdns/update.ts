import { InvalidValue } from '../../constraints'
import { nothingExtra, type Extension } from '../../extension'
import { SECDNS } from '../../namespaces'
import { elementsOf } from '../../xml'
import { encodeDnssec, encodeMaxSigLife, type Dnssec } from './dnssec'

const secDNS = elementsOf(SECDNS)

/** A difference to make; what is taken away goes before anything is added (RFC 5910 section 5.2.5). */
export interface DnssecChange {
  /** `all`: the domain is signed no longer, or from now on only with what is added. */
  readonly rem?: Dnssec | 'all' | undefined
  readonly add?: Dnssec | undefined
  readonly maxSigLife?: number | undefined
  /** Asks to be served before others; refused with 2102 where that does not exist. */
  readonly urgent?: boolean
}

/** Changes the DNSSEC of a domain, on its update. */
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
