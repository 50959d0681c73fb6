import { location } from '../location'
import { recordType } from '../record-type'

/** The geographical location of the owner (RFC 1876). */
export const loc = recordType({ name: 'LOC', code: 29, fields: { location } })
