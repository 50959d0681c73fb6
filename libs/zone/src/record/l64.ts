import { locator64, uint16 } from '../field'
import { recordType } from '../record-type'

/** A locator of 64 bits of an ILNP node (RFC 6742 2.3). */
export const l64 = recordType({ name: 'L64', code: 106, fields: { preference: uint16, locator: locator64 } })
