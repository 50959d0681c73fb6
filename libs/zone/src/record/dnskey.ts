import { digestProblem } from '../digest'
import { base64, securityAlgorithm, uint16, uint8 } from '../field'
import { recordType } from '../record-type'

/** Octets of a key by algorithm: ECDSA (RFC 6605 section 4), EdDSA (RFC 8080 section 3). RSA keys vary in length. */
const keyOctets = new Map([
  [13, 64],
  [14, 96],
  [15, 32],
  [16, 57],
])

/** A key that signs the zone (RFC 4034 section 2). */
export const dnskey = recordType({
  name: 'DNSKEY',
  code: 48,
  fields: { flags: uint16, protocol: uint8, algorithm: securityAlgorithm, key: base64 },
  place: 'apex',
  problem({ protocol, algorithm, key }) {
    if (protocol !== 3) return 'protocol is always 3'
    if (algorithm === 0) return 'algorithm 0 is reserved'
    return digestProblem('key', key, keyOctets.get(algorithm))
  },
})
