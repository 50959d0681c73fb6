import { locator64, uint16 } from '../field'
import { recordType } from '../record-type'

/** The identifier of an ILNP node (RFC 6742 2.1). */
export const nid = recordType({ name: 'NID', code: 104, fields: { preference: uint16, node: locator64 } })
