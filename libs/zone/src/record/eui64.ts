import { eui64 as address } from '../field'
import { recordType } from '../record-type'

/** A hardware address of 64 bits (RFC 7043 section 4). */
export const eui64 = recordType({ name: 'EUI64', code: 109, fields: { address } })
