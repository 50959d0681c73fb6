import { Inject, Injectable } from '@nestjs/common'
import { soa } from '@nameyard/zone/record/soa'
import { parseRdata, readRdata } from '@nameyard/zone/record-type'
import { toRRsets, type RRset } from '@nameyard/zone/rrset'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { signerTypes } from '../dnssec/signer-types'
import { printKey, printPrivateKey } from '../dnssec/zone-key'
import { PowerdnsApi, type PowerdnsKey, type PowerdnsRRset, type PowerdnsZone } from './powerdns-api'
import { inParts, named, planOf, printSet, replacing, sendTaken } from './powerdns-changes'
import { ForeignZone, isAtLeast, LaterServed, nothingToChange, serialOf } from './zone-writer'
import type { HeldZone, RefusedSet, StagedChange, Transfer, ZoneVersion, ZoneWriter } from './zone-writer'

/** Denies names without showing which there are, at the least cost (RFC 9276 section 3.1). */
const DENIAL = '1 0 0 -'

/**
 * Types that PowerDNS answers from its keys where it signs a zone. What the zone has of them is ignored, unless
 * `direct-dnskey` is set (https://doc.powerdns.com/authoritative/settings.html#direct-dnskey).
 */
const madeBySigner: ReadonlySet<string> = new Set(signerTypes)

/** How a zone in PowerDNS is signed. */
type SignedState = Pick<PowerdnsZone, 'dnssec' | 'nsec3param'>
const unsigned: SignedState = { dnssec: false, nsec3param: '' }

/** A part of signing a zone; `what` is the type of record that it makes. */
interface SigningChange {
  readonly what: string
  readonly make: () => Promise<void>
}

/**
 * Feeds PowerDNS Authoritative: reads what it has, compares wire forms (it may spell a record otherwise than it was
 * told), and changes every RRset that differs in one PATCH, the SOA among them, so that serial and data move together.
 * Zones of ours carry a mark in their `account`.
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
        // A zone beyond the size of one request is made with its SOA record and filled by changes.
        const isWhole = inParts(wanted.map(replacing)).length === 1
        let isNew = true
        const refused = await sendTaken((isWhole ? wanted : start).map(printSet), async (rest) => {
          isNew = await this.api.create(name, this.account, rest)
        })
        // Somebody else may have made it in between; then it is changed like any other.
        if (!isNew || !isWhole) return (await this.stageSets(zone, wanted)).commit()
        await this.sign(await this.signingOf(zone, unsigned))
        // That it refused a name before the zone was there, PowerDNS remembers until a record of the zone changes.
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
        // Keys first: it is the change of a record that makes PowerDNS forget the answers it gave with the old ones.
        if (present.kind === 'Slave') await this.api.setMaster(name, undefined)
        await this.sign(signing)
        const refused = await sendTaken(changes, async (rest) => {
          for (const part of inParts(rest)) if (part.length > 0) await this.api.change(name, part)
        })
        // A question that was on its way during the change leaves its old answer behind in the cache, for 20 seconds.
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

  /** What makes the zone signed with its key and no other, or unsigned. */
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

  /** What PowerDNS has under a name, when that is ours and not later than the version. */
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

/** The serial of the SOA record; undefined where there is none that can be read, which is then written anew. */
function serialIn(rrsets: readonly PowerdnsRRset[]): number | undefined {
  const [start] = rrsets.find(({ type }) => type === soa.name)?.records ?? []
  try {
    return start && readRdata(soa, parseRdata(soa, start.content)).serial
  } catch {
    return undefined
  }
}
