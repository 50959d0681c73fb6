import { ipv4Address } from '../field'
import { recordType } from '../record-type'

/** An IPv4 address of the owner (RFC 1035 3.4.1). */
export const a = recordType({ name: 'A', code: 1, fields: { address: ipv4Address } })
