import { ipv4Address, uint16 } from '../field'
import { recordType } from '../record-type'

/** A locator of 32 bits of an ILNP node (RFC 6742 2.2). */
export const l32 = recordType({ name: 'L32', code: 105, fields: { preference: uint16, locator: ipv4Address } })
