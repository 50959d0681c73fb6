import { Injectable } from '@nestjs/common'
import { Database, type Tx } from '@nameyard/persistence/database'
import { decodeRecords } from '@nameyard/zone/wire-record'
import type { ZoneRecord } from '@nameyard/zone/zone-record'
import { refuseSigning } from '../dnssec/signer-records'
import { ZoneSigning } from '../dnssec/zone-signing'
import { dropPrepared, securePrepared, takePrepared } from './prepared-zone.store'
import { ZoneWrites } from './zone-writes'

/** The account and name of a prepared zone. */
interface OfAccount {
  readonly name: string
  readonly resellerId: number
}

interface Prepared {
  readonly records: readonly ZoneRecord[]
  readonly isSecured: boolean
}

/** Zones of orders that are published when their account becomes the holder of the domain. */
@Injectable()
export class PreparedZones {
  constructor(
    private readonly database: Database,
    private readonly writes: ZoneWrites,
    private readonly signing: ZoneSigning,
  ) {}

  /** Chooses whether a prepared zone is signed. Returns false where there is no such zone. */
  async secure(tx: Tx, of: OfAccount, isSecured: boolean): Promise<boolean> {
    const [prepared] = await tx.query(securePrepared, { ...of, isSecured })
    if (prepared && isSecured) refuseSigning('is_dnssec_enabled', decodeRecords(prepared.records))
    return prepared !== undefined
  }

  /** Removes the prepared zone. Returns it, unless the account has a zone at the name already. */
  async take(tx: Tx, of: OfAccount): Promise<Prepared | undefined> {
    const [prepared] = await tx.query(takePrepared, of)
    if (!prepared || prepared.hasZone) return undefined
    return { records: decodeRecords(prepared.records), isSecured: prepared.isSecured }
  }

  /** Makes the zone that was prepared. The name has no zone. */
  async publish(tx: Tx, { name: apex, resellerId }: OfAccount, { records, isSecured }: Prepared): Promise<void> {
    const author = { call: {}, source: 'platform.prepare' }
    const id = await this.writes.insert(tx, author, { resellerId, apex, records })
    if (isSecured) await this.signing.turn(tx, id, true)
  }

  /** Deletes the prepared zone of an order that has failed. */
  async drop(of: OfAccount, endedAt: Date): Promise<void> {
    await this.database.read(dropPrepared, { ...of, endedAt })
  }
}
