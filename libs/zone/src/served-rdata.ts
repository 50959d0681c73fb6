import { recordTypes } from './record-types'

/**
 * Returns RDATA as name servers and zone files get it: the client's own, or an equivalent where some name servers do not
 * support it. Records are compared by it, because both mean the same.
 */
export function servedRdata(type: string, rdata: Buffer): Buffer {
  return recordTypes.get(type)?.served?.(rdata) ?? rdata
}
