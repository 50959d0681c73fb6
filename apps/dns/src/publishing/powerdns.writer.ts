import { Inject, Injectable } from '@nestjs/common'
import { parseRdata, readRdata } from '@nameyard/zone/record-type'
import { soa } from '@nameyard/zone/record/soa'
import { toRRsets, type RRset } from '@nameyard/zone/rrset'
import { isAtLeast, serialOf } from '@nameyard/zone/serial'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { signerTypes } from '../dnssec/signer-types'
import { printKey, printPrivateKey } from '../dnssec/zone-key'
import { PowerdnsApi, type PowerdnsKey, type PowerdnsRRset, type PowerdnsZone } from './powerdns-api'
import { inParts, named, planOf, printSet, replacing, sendAccepted } from './powerdns-changes'
import { ForeignZone, LaterServed, nothingToChange } from './zone-writer'
import type { HeldZone, RefusedSet, StagedChange, Transfer, ZoneVersion, ZoneWriter } from './zone-writer'

/** NSEC3 without iterations and salt: names cannot be listed, at the least cost (RFC 9276 section 3.1). */
const DENIAL = '1 0 0 -'

/**
 * Types that PowerDNS answers from its keys when it signs a zone. It ignores such records of the zone, unless
 * `direct-dnskey` is set (https://doc.powerdns.com/authoritative/settings.html#direct-dnskey).
 */
const madeBySigner: ReadonlySet<string> = new Set(signerTypes)

/** The DNSSEC settings of a zone in PowerDNS. */
type SignedState = Pick<PowerdnsZone, 'dnssec' | 'nsec3param'>
const unsigned: SignedState = { dnssec: false, nsec3param: '' }

/** A step of signing a zone; `what` is the record type that it makes. */
interface SigningChange {
  readonly what: string
  readonly make: () => Promise<void>
}

/**
 * Writes zones to PowerDNS Authoritative. Reads its zone and compares wire forms, because PowerDNS may spell a record
 * differently. Changes every different RRset in one PATCH with the SOA, so that serial and data change together. Zones
 * of this platform have its `account`.
 */
@Injectable()
export class PowerdnsWriter implements ZoneWriter {
  private readonly api: PowerdnsApi
  private readonly account: string

  constructor(@Inject(DNS_CONFIG) config: DnsConfig) {
    const { POWERDNS_URL: url = '', POWERDNS_API_KEY: apiKey = '', POWERDNS_TIMEOUT_MS: timeoutMs } = config
    this.api = new PowerdnsApi({ url, apiKey, timeoutMs })
    this.account = config.POWERDNS_ACCOUNT
  }

  async stage(zone: ZoneVersion): Promise<StagedChange> {
    const { records, masterAddress } = zone
    if (masterAddress !== undefined) return this.stageSlave(zone, masterAddress)
    const all = toRRsets(records)
    const unserved = zone.key === undefined ? [] : all.filter(({ type }) => madeBySigner.has(type))
    const wanted = all.filter((set) => !unserved.includes(set))
    const staged = await this.stageSets(zone, wanted)
    if (unserved.length === 0) return staged
    const refused = unserved.map((set) => ({
      record: named(printSet(set)),
      reason: 'the zone is signed by the platform',
    }))
    return { ...staged, commit: async () => [...(await staged.commit()), ...refused] }
  }

  private async stageSets(zone: ZoneVersion, wanted: readonly RRset[]): Promise<StagedChange> {
    const { name, version } = zone
    const start = wanted.filter(({ type }) => type === soa.name)
    const present = await this.present(name, version)
    if (present === undefined) {
      const commit = async (): Promise<readonly RefusedSet[]> => {
        // A zone larger than one request is made with its SOA record, and the rest is added by changes.
        const isWhole = inParts(wanted.map(replacing)).length === 1
        let isNew = true
        const refused = await sendAccepted((isWhole ? wanted : start).map(printSet), async (rest) => {
          isNew = await this.api.create(name, this.account, rest)
        })
        // Another process may have made it in between. Then it is changed like any other zone.
        if (!isNew || !isWhole) return (await this.stageSets(zone, wanted)).commit()
        await this.sign(await this.signingOf(zone, unsigned))
        // PowerDNS caches that it refused a name before the zone existed, until a record of the zone changes.
        await this.api.change(name, start.map(replacing))
        return refused
      }
      return { changes: [name], commit }
    }
    const changes = planOf(present.rrsets, wanted)
    const signing = await this.signingOf(zone, present)
    if (changes.length + signing.length === 0 && present.kind !== 'Slave') return nothingToChange
    return {
      changes: [...changes.map(named), ...signing.map(({ what }) => `${name} ${what}`)],
      commit: async () => {
        // Keys first: the change of a record makes PowerDNS drop cached answers with the old keys.
        if (present.kind === 'Slave') await this.api.setMaster(name, undefined)
        await this.sign(signing)
        const refused = await sendAccepted(changes, async (rest) => {
          for (const part of inParts(rest)) if (part.length > 0) await this.api.change(name, part)
        })
        // A query during the change leaves its old answer in the cache for 20 seconds. A second change drops it.
        await this.api.change(name, start.map(replacing))
        return refused
      },
    }
  }

  async stageRemoval(name: string, version: bigint): Promise<StagedChange> {
    const present = await this.present(name, version)
    if (present === undefined) return nothingToChange
    const commit = async (): Promise<RefusedSet[]> => {
      await this.api.remove(name)
      return []
    }
    return { changes: [name], commit }
  }

  async list(): Promise<HeldZone[]> {
    return (await this.api.list()).map(({ name, serial, account, dnssec, last_check }) => ({
      name: name.toLowerCase().replace(/\.$/, ''),
      serial,
      isOurs: account === this.account,
      isSigned: dnssec,
      lastCheck: last_check,
    }))
  }

  async transferOf(name: string): Promise<Transfer | undefined> {
    const present = await this.api.transferState(name)
    const [start] = present?.rrsets.find(({ type }) => type === soa.name)?.records ?? []
    if (present === undefined || start === undefined) return undefined
    const { serial, refresh } = readRdata(soa, parseRdata(soa, start.content))
    return { serial, refresh, lastCheck: present.last_check }
  }

  fetch(name: string): Promise<void> {
    return this.api.retrieve(name)
  }

  private async stageSlave(zone: ZoneVersion, masterAddress: string): Promise<StagedChange> {
    const { name } = zone
    const present = await this.ours(name)
    if (present?.kind === 'Slave' && present.masters.length === 1 && present.masters[0] === masterAddress)
      return nothingToChange
    const commit = async (): Promise<readonly RefusedSet[]> => {
      if (present === undefined) {
        const isNew = await this.api.createSlave(name, this.account, masterAddress)
        if (!isNew) return (await this.stage(zone)).commit()
      } else await this.api.setMaster(name, masterAddress)
      return []
    }
    return { changes: [`${name} master`], commit }
  }

  /** Returns the steps after which the zone is signed with its key and no other, or unsigned. */
  private async signingOf({ name, key }: ZoneVersion, present: SignedState): Promise<SigningChange[]> {
    if (key === undefined && !present.dnssec) return []
    const held = present.dnssec ? await this.api.keys(name) : []
    const isRight = ({ dnskey, active, published }: PowerdnsKey) =>
      key !== undefined && dnskey === printKey(key) && active && published
    const [right] = held.filter(isRight)
    const denial = key === undefined ? '' : DENIAL
    return [
      ...(key !== undefined && right === undefined
        ? [{ what: 'DNSKEY', make: () => this.api.addKey(name, printPrivateKey(key)) }]
        : []),
      ...(present.nsec3param === denial ? [] : [{ what: 'NSEC3PARAM', make: () => this.api.setDenial(name, denial) }]),
      ...held
        .filter((each) => each !== right)
        .map(({ id }) => ({ what: 'DNSKEY', make: () => this.api.removeKey(name, id) })),
    ]
  }

  private async sign(changes: readonly SigningChange[]): Promise<void> {
    for (const { make } of changes) await make()
  }

  /** Reads a zone of this platform. Throws ForeignZone, and LaterServed when PowerDNS has a later version. */
  private async present(name: string, version: bigint): Promise<PowerdnsZone | undefined> {
    const present = await this.ours(name)
    if (present === undefined) return undefined
    const served = serialIn(present.rrsets)
    const serial = serialOf(version)
    if (served !== undefined && served !== serial && isAtLeast(served, serial)) throw new LaterServed(served)
    return present
  }

  private async ours(name: string): Promise<PowerdnsZone | undefined> {
    const present = await this.api.read(name)
    if (present && present.account !== this.account) throw new ForeignZone(present.account)
    return present
  }
}

/** Returns the serial of the SOA record; undefined when it is missing or unreadable, and is then replaced. */
function serialIn(rrsets: readonly PowerdnsRRset[]): number | undefined {
  const [start] = rrsets.find(({ type }) => type === soa.name)?.records ?? []
  try {
    return start && readRdata(soa, parseRdata(soa, start.content)).serial
  } catch {
    return undefined
  }
}
