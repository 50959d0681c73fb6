import { digestProblem } from '../digest'
import { hexadecimal, uint32, uint8 } from '../field'
import { recordType } from '../record-type'

/** Digest length in octets by hash algorithm: SHA-384 and SHA-512 (RFC 8976 5.3). */
const digestOctets = new Map([
  [1, 48],
  [2, 64],
])
/** The minimum digest length of any algorithm (RFC 8976 2.2.4). */
const MIN_DIGEST_OCTETS = 12

/** The digest of a whole zone (RFC 8976). */
export const zonemd = recordType({
  name: 'ZONEMD',
  code: 63,
  fields: { serial: uint32, scheme: uint8, hashAlgorithm: uint8, digest: hexadecimal },
  problem({ hashAlgorithm, digest }) {
    if (digest.length < MIN_DIGEST_OCTETS) return `digest has less than ${MIN_DIGEST_OCTETS} octets`
    return digestProblem('digest', digest, digestOctets.get(hashAlgorithm))
  },
})
