import type { RecordType } from './record-type'
import { recordTypes } from './record-types'
import { mnemonicOf } from './type-code'
import { WireError, WireReader, WireWriter } from './wire'
import type { ZoneRecord } from './zone-record'

/** The only class that is served (RFC 1035 3.2.4). */
export const CLASS_IN = 1

/** Returns the type of a code, if zones can have it here. */
export function typeOfCode(code: number): RecordType | undefined {
  return recordTypes.get(mnemonicOf(code))
}

/** Writes records in uncompressed wire form (RFC 1035 3.2.1), in which a published zone is stored. */
export function encodeRecords(records: Iterable<ZoneRecord>): Buffer {
  const writer = new WireWriter(4096)
  for (const { owner, type, ttl, rdata } of records) {
    const code = recordTypes.get(type)?.code
    if (code === undefined) throw new WireError(`type ${type} has no code`)
    writer.name(owner).uint16(code).uint16(CLASS_IN).uint32(ttl).uint16(rdata.length).bytes(rdata)
  }
  return writer.finish()
}

/** Reads the records of {@link encodeRecords}. Throws WireError. */
export function decodeRecords(wire: Buffer): ZoneRecord[] {
  const reader = new WireReader(wire)
  const records: ZoneRecord[] = []
  while (reader.remaining > 0) {
    const owner = reader.name()
    const code = reader.uint16()
    const type = typeOfCode(code)
    if (type === undefined) throw new WireError(`a record has the unknown type ${code}`)
    reader.uint16()
    const ttl = reader.uint32()
    records.push({ owner, type: type.name, ttl, rdata: reader.bytes(reader.uint16()) })
  }
  return records
}
