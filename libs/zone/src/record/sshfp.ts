import { digestProblem } from '../digest'
import { hexadecimal, uint8 } from '../field'
import { recordType } from '../record-type'

/** Fingerprint length in octets by fingerprint type: SHA-1 and SHA-256 (RFC 4255 3.1.2, RFC 6594 4). */
const fingerprintOctets = new Map([
  [1, 20],
  [2, 32],
])

/** The fingerprint of an SSH host key (RFC 4255). */
export const sshfp = recordType({
  name: 'SSHFP',
  code: 44,
  fields: { algorithm: uint8, fingerprintType: uint8, fingerprint: hexadecimal },
  problem: ({ fingerprintType, fingerprint }) =>
    digestProblem('fingerprint', fingerprint, fingerprintOctets.get(fingerprintType)),
})
