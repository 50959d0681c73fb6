import { addressPrefixes } from '../address-prefixes'
import { recordType } from '../record-type'

/** Address prefixes, some of them taken out of the others; there may be none (RFC 3123 section 4). */
export const apl = recordType({ name: 'APL', code: 42, fields: { prefixes: addressPrefixes }, mayBeEmpty: true })
