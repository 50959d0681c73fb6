import { Inject, Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { servedRdata } from '@nameyard/zone/served-rdata'
import { authorityRecords, type Authority } from '@nameyard/zone/zone'
import { authorityOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { ZoneSigning } from '../dnssec/zone-signing'
import { readVersion, type VersionRow } from './publication.store'
import type { RefusedSet, ZoneVersion } from './zone-writer'

/** A zone as the database has it at one moment; a deleted one has no records. */
export interface StoredVersion extends ZoneVersion {
  readonly isDeleted: boolean
  /** What the name servers refused of it. */
  readonly unpublished: readonly RefusedSet[]
}

/** What the name servers are to be told, from the tables and the settings. */
@Injectable()
export class ZoneVersions {
  private readonly authority: Authority

  constructor(
    @Inject(DNS_CONFIG) config: DnsConfig,
    @Inject(Database) private readonly database: Database,
    @Inject(ZoneSigning) private readonly signing: ZoneSigning,
  ) {
    this.authority = authorityOf(config)
  }

  /** The latest version of a zone, SOA and NS included. */
  async read(zoneId: number): Promise<StoredVersion> {
    return this.of(zoneId, await this.database.read<VersionRow>(readVersion, [zoneId]))
  }

  /** The version that rows of a zone tell. */
  async of(zoneId: number, rows: readonly VersionRow[]): Promise<StoredVersion> {
    const [first] = rows
    if (first === undefined) throw new Error('the zone is gone')
    const { name, isDeleted, isSigned, masterAddress } = first
    const unpublished = first.unpublished ?? []
    if (masterAddress !== null && !isDeleted)
      return { name, version: BigInt(first.version), isDeleted, records: [], masterAddress, unpublished }
    const version = BigInt(first.version)
    const own = rows.flatMap(({ owner, type, ttl, rdata }) =>
      owner === null ? [] : [{ owner, type, ttl, rdata: servedRdata(type, rdata) }],
    )
    const records = isDeleted ? [] : [...authorityRecords(name, this.authority, version), ...own]
    const key = isSigned && !isDeleted ? await this.signing.keyOf(zoneId) : undefined
    return { name, version, isDeleted, records, key, unpublished }
  }
}
