import { digestProblem } from '../digest'
import { hexadecimal, securityAlgorithm, uint16, uint8 } from '../field'
import { recordType } from '../record-type'

/** Digest length in octets by digest type (IANA registry of DS digest types). */
const digestOctets = new Map([
  [1, 20],
  [2, 32],
  [3, 32],
  [4, 48],
])

/** The digest of the key that signs a delegated zone (RFC 4034 section 5). The record is in the parent zone. */
export const ds = recordType({
  name: 'DS',
  code: 43,
  fields: { keyTag: uint16, algorithm: securityAlgorithm, digestType: uint8, digest: hexadecimal },
  place: 'below-apex',
  problem({ algorithm, digestType, digest }) {
    // Both numbers are reserved (RFC 4034 appendix A). Only a CDS has them: to remove the DS (RFC 8078 section 4).
    if (algorithm === 0) return 'algorithm 0 is reserved'
    if (digestType === 0) return 'digestType 0 is reserved'
    return digestProblem('digest', digest, digestOctets.get(digestType))
  },
})
