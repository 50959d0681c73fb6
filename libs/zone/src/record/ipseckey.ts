import { uint8 } from '../field'
import { ipsecGateway } from '../ipsec-gateway'
import { recordType } from '../record-type'

/** RFC 4025 section 2.4 has these; PowerDNS 4.7 refuses those that came later (3 is ECDSA, 4 is EdDSA). */
const MOST_ALGORITHM = 2

/** The key of an IPsec gateway, and where it is (RFC 4025). */
export const ipseckey = recordType({
  name: 'IPSECKEY',
  code: 45,
  fields: { precedence: uint8, gateway: ipsecGateway },
  problem: ({ gateway: { algorithm } }) =>
    algorithm > MOST_ALGORITHM ? `algorithm ${algorithm} is more than PowerDNS holds: 0, 1 or 2` : undefined,
})
