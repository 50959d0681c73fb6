import { location } from '../location'
import { recordType } from '../record-type'

/** Where on earth the owner is (RFC 1876). */
export const loc = recordType({ name: 'LOC', code: 29, fields: { location } })
