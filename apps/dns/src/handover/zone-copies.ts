import { Injectable } from '@nestjs/common'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { ZoneWrites } from '../changing/zone-writes'
import { recordsOfZone } from '../changing/zone.store'
import type { OtherZone } from './handover.store'

/** The server that a slave zone gets its records from. Links to the zone end. */
const masterOfZone = statement<{ zoneId: number }, { masterAddress: string | null }>(
  'dns.master-of-zone',
  ({ zoneId }) => sql`
    with ended as (delete from zone_link where zone_id = ${zoneId})
    select master_address as "masterAddress" from zone where id = ${zoneId}`,
)

/** Gives the key of a zone to another one, so that the DS in the parent zone stays valid. */
const moveKey = statement<{ from: number; to: number }>(
  'dns.move-zone-key',
  ({ from, to }) => sql`update zone_key set zone_id = ${to} where zone_id = ${from}`,
)

/** Copies zones to the next holder of a domain whose former holder keeps the history. */
@Injectable()
export class ZoneCopies {
  constructor(private readonly writes: ZoneWrites) {}

  /** Replaces a zone by one of another account with the same records and the same key, and without its history. */
  async replace(tx: Tx, { id: zoneId, name: apex }: OtherZone, resellerId: number): Promise<void> {
    const author = { call: {}, source: 'platform.move' }
    const [zone] = await tx.query(masterOfZone, { zoneId })
    const records = await tx.query(recordsOfZone, { zoneId })
    await this.writes.delete(tx, author, { id: zoneId, apex, records })
    const { masterAddress } = zone!
    if (masterAddress !== null) return this.writes.insertSlave(tx, author, { resellerId, apex, masterAddress })
    const to = await this.writes.insert(tx, author, { resellerId, apex, records })
    await tx.query(moveKey, { from: zoneId, to })
  }
}
