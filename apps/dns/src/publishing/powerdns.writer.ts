import { Inject, Injectable } from '@nestjs/common'
import { soa } from '@nameyard/zone/record/soa'
import { parseRdata, printRdata, readRdata } from '@nameyard/zone/record-type'
import { recordTypes } from '@nameyard/zone/record-types'
import { toRRsets, type RRset } from '@nameyard/zone/rrset'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { isAtLeast } from './name-servers'
import { PowerdnsApi, type PowerdnsChange, type PowerdnsRRset } from './powerdns-api'
import type { StagedChange, ZoneVersion, ZoneWriter } from './zone-writer'

const nothing: StagedChange = { commit: async () => undefined }

/**
 * Feeds PowerDNS Authoritative: reads what it has, compares wire forms (it may spell a record otherwise than it was
 * told), and changes every RRset that differs in one PATCH, the SOA among them, so that serial and data move together.
 */
@Injectable()
export class PowerdnsWriter implements ZoneWriter {
  private readonly api: PowerdnsApi

  constructor(@Inject(DNS_CONFIG) { POWERDNS_URL = '', POWERDNS_API_KEY = '' }: DnsConfig) {
    this.api = new PowerdnsApi(POWERDNS_URL, POWERDNS_API_KEY)
  }

  async stage({ name, version, records }: ZoneVersion): Promise<StagedChange> {
    const wanted = toRRsets(records)
    const present = await this.api.read(name)
    if (present === undefined) {
      // Somebody else may make it in between; then it is changed like any other.
      const commit = async (): Promise<void> => {
        if (!(await this.api.create(name, wanted.map(printSet))))
          await (await this.stage({ name, version, records })).commit()
      }
      return { commit }
    }
    if (isNewer(present, version)) return nothing
    const changes = planOf(present, wanted)
    return changes.length === 0 ? nothing : { commit: () => this.api.change(name, changes) }
  }

  async stageRemoval(name: string, version: bigint): Promise<StagedChange> {
    const present = await this.api.read(name)
    if (present === undefined || isNewer(present, version)) return nothing
    return { commit: () => this.api.remove(name) }
  }
}

/** Whether PowerDNS serves a version behind the given one: then a late writer must keep out. */
function isNewer(present: readonly PowerdnsRRset[], version: bigint): boolean {
  const [start] = present.find(({ type }) => type === soa.name)?.records ?? []
  if (start === undefined) return false
  const { serial } = readRdata(soa, parseRdata(soa, start.content))
  const wanted = Number(BigInt.asUintN(32, version))
  return serial !== wanted && isAtLeast(serial, wanted)
}

/** The changes that make what is present what is wanted; whole RRsets, compared on the wire. */
export function planOf(present: readonly PowerdnsRRset[], wanted: readonly RRset[]): PowerdnsChange[] {
  const known = new Map(present.map((set) => [`${set.name.toLowerCase()} ${set.type}`, set]))
  const changes: PowerdnsChange[] = []
  for (const set of wanted) {
    const key = `${set.owner}. ${set.type}`
    const same = known.get(key)
    known.delete(key)
    if (same === undefined || !says(same, set)) changes.push({ ...printSet(set), changetype: 'REPLACE' })
  }
  for (const { name, type } of known.values()) changes.push({ name, type, changetype: 'DELETE' })
  return changes
}

function says(present: PowerdnsRRset, wanted: RRset): boolean {
  if (present.ttl !== wanted.ttl || present.records.length !== wanted.rdatas.length) return false
  const rdatas = new Set(wanted.rdatas.map((rdata) => rdata.toString('base64')))
  return present.records.every(({ content, disabled }) => {
    if (disabled) return false
    try {
      return rdatas.has(parseRdata(recordTypes.get(wanted.type)!, content).toString('base64'))
    } catch {
      // Whatever stands there is not what we write.
      return false
    }
  })
}

function printSet({ owner, type, ttl, rdatas }: RRset): PowerdnsRRset {
  const recordType = recordTypes.get(type)!
  return { name: `${owner}.`, type, ttl, records: rdatas.map((rdata) => ({ content: printRdata(recordType, rdata) })) }
}
