import { Inject, Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { servedRdata } from '@nameyard/zone/served-rdata'
import { authorityRecords } from '@nameyard/zone/zone'
import { authorityOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { ZoneSigning } from '../dnssec/zone-signing'
import { readVersion, type VersionRow } from './publication.store'
import type { RefusedSet, ZoneVersion } from './zone-writer'

/** A zone as the database has it at one moment. A deleted zone has no records. */
export interface StoredVersion extends ZoneVersion {
  readonly isDeleted: boolean
  /** The RRsets that the name servers refused. */
  readonly unpublished: readonly RefusedSet[]
}

/** The versions to publish, from the tables and the settings. */
@Injectable()
export class PublishedVersions {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly database: Database,
    private readonly signing: ZoneSigning,
  ) {}

  /** Reads the latest version of a zone, with SOA and NS. */
  async read(zoneId: number): Promise<StoredVersion> {
    return this.of(zoneId, await this.database.read(readVersion, { zoneId }))
  }

  /** Makes a version from its rows. */
  async of(zoneId: number, rows: readonly VersionRow[]): Promise<StoredVersion> {
    const [first] = rows
    if (first === undefined) throw new Error('the zone does not exist')
    const { name, isDeleted, isSigned, masterAddress } = first
    const unpublished = first.unpublished ?? []
    if (masterAddress !== null && !isDeleted)
      return { name, version: BigInt(first.version), isDeleted, records: [], masterAddress, unpublished }
    const version = BigInt(first.version)
    const own = rows.flatMap(({ owner, type, ttl, rdata }) =>
      owner === null ? [] : [{ owner, type, ttl, rdata: servedRdata(type, rdata) }],
    )
    const authority = authorityOf(this.config, first.label)
    const records = isDeleted ? [] : [...authorityRecords(name, authority, version), ...own]
    const key = isSigned && !isDeleted ? await this.signing.keyOf(zoneId) : undefined
    return { name, version, isDeleted, records, key, unpublished }
  }
}
