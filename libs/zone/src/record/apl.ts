import { addressPrefixes } from '../address-prefixes'
import { recordType } from '../record-type'

/** A list of address prefixes, which may be empty. `!` excludes a prefix from the others (RFC 3123 section 4). */
export const apl = recordType({ name: 'APL', code: 42, fields: { prefixes: addressPrefixes }, mayBeEmpty: true })
