import { uint16, uint32 } from '../field'
import { recordType } from '../record-type'
import { typeBitmap } from '../type-bitmap'

/** The RRsets of this zone that the parent should copy (RFC 7477). */
export const csync = recordType({
  name: 'CSYNC',
  code: 62,
  fields: { serial: uint32, flags: uint16, types: typeBitmap },
})
