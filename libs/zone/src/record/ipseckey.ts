import { uint8 } from '../field'
import { ipsecGateway } from '../ipsec-gateway'
import { recordType } from '../record-type'

/** The last algorithm of RFC 4025 section 2.4. PowerDNS 4.7 rejects later ones (3 is ECDSA, 4 is EdDSA). */
const MOST_ALGORITHM = 2

/** The public key of an IPsec gateway, and its address or name (RFC 4025). */
export const ipseckey = recordType({
  name: 'IPSECKEY',
  code: 45,
  fields: { precedence: uint8, gateway: ipsecGateway },
  problem: ({ gateway: { algorithm } }) =>
    algorithm > MOST_ALGORITHM ? `algorithm ${algorithm} is more than PowerDNS holds: 0, 1 or 2` : undefined,
})
