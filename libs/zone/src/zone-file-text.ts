import { printRdata } from './record-type'
import { recordTypes } from './record-types'
import { servedRdata } from './served-rdata'
import type { ZoneRecord } from './zone-record'

/** Prints a zone file (RFC 1035 section 5). Owner names are relative to the apex, names in values are absolute. */
export function printZoneFile(apex: string, records: Iterable<ZoneRecord>): string {
  const lines = [`$ORIGIN ${apex}.`]
  for (const { owner, ttl, type, rdata } of records) {
    const name = owner === apex ? '@' : owner.slice(0, -apex.length - 1)
    lines.push(`${name}\t${ttl}\tIN\t${type}\t${printRdata(recordTypes.get(type)!, servedRdata(type, rdata))}`)
  }
  return `${lines.join('\n')}\n`
}
