import { recordTypes } from './record-types'

/**
 * RDATA as name servers and zone files get it: as the client spelled it, unless the type says that some of them cannot
 * carry that. Both mean the same, so this is also what records are compared by.
 */
export function servedRdata(type: string, rdata: Buffer): Buffer {
  return recordTypes.get(type)?.served?.(rdata) ?? rdata
}
