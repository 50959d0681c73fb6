import { ipv6Address } from '../field'
import { recordType } from '../record-type'

/** An IPv6 address of the owner (RFC 3596 2.1). */
export const aaaa = recordType({ name: 'AAAA', code: 28, fields: { address: ipv6Address } })
