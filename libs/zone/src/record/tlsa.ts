import { digestProblem } from '../digest'
import { hexadecimal, uint8 } from '../field'
import { recordType } from '../record-type'

/** Length in octets by matching type: SHA-256, SHA-512 (RFC 6698 2.1.3). Type 0 is the certificate or key itself. */
const matchOctets = new Map([
  [1, 32],
  [2, 64],
])

/** The certificate or key that a TLS server presents (RFC 6698). */
export const tlsa = recordType({
  name: 'TLSA',
  code: 52,
  fields: { usage: uint8, selector: uint8, matchingType: uint8, association: hexadecimal },
  problem: ({ matchingType, association }) => digestProblem('association', association, matchOctets.get(matchingType)),
})
