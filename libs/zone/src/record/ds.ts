import { hexadecimal, securityAlgorithm, uint16, uint8 } from '../field'
import { recordType } from '../record-type'
import { digestProblem } from '../digest'

/** Octets by digest type (IANA registry of DS digest types). */
const digestOctets = new Map([
  [1, 20],
  [2, 32],
  [3, 32],
  [4, 48],
])

/** The key that signs a delegated zone, by its digest (RFC 4034 section 5); stands in the parent. */
export const ds = recordType({
  name: 'DS',
  code: 43,
  fields: { keyTag: uint16, algorithm: securityAlgorithm, digestType: uint8, digest: hexadecimal },
  place: 'below-apex',
  problem({ algorithm, digestType, digest }) {
    // Both numbers are reserved (RFC 4034 appendix A); in a CDS alone they ask for the DS to go (RFC 8078 section 4).
    if (algorithm === 0) return 'algorithm 0 is reserved'
    if (digestType === 0) return 'digestType 0 is reserved'
    return digestProblem('digest', digest, digestOctets.get(digestType))
  },
})
