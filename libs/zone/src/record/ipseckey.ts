import { uint8 } from '../field'
import { ipsecGateway } from '../ipsec-gateway'
import { recordType } from '../record-type'

/** The key of an IPsec gateway, and where it is (RFC 4025). */
export const ipseckey = recordType({
  name: 'IPSECKEY',
  code: 45,
  fields: { precedence: uint8, gateway: ipsecGateway },
})
