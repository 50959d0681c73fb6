import { eui48 as address } from '../field'
import { recordType } from '../record-type'

/** A hardware address of 48 bits (RFC 7043 section 3). */
export const eui48 = recordType({ name: 'EUI48', code: 108, fields: { address } })
