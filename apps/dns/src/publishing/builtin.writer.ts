import { Inject, Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { statement, type Statement } from '@nameyard/persistence/statement'
import { UNHURRIED } from '@nameyard/persistence/unhurried'
import { Clock } from '@nameyard/runtime/clock'
import { encodeRecords } from '@nameyard/zone/wire-record'
import { PUBLISHED_ZONE_CHANNEL } from '../responder/published-zones'
import { LaterServed, nothingToChange, serialOf } from './zone-writer'
import type { HeldZone, StagedChange, ZoneVersion, ZoneWriter } from './zone-writer'

const find = statement('dns.find-published-zone', 'select version, records from published_zone where name = $1')

/** A row that is forgotten takes the mark of its publication along, which is written later: it is published again. */
const put = statement(
  'dns.put-published-zone',
  `with written as (
     insert into published_zone (name, version, records, published_at) select $1, $2, $3, $4 from ${UNHURRIED}
     on conflict (name) do update
       set version = excluded.version, records = excluded.records, published_at = excluded.published_at
       where published_zone.version <= excluded.version
     returning name, version)
   select pg_notify('${PUBLISHED_ZONE_CHANNEL}', name || ' ' || version) from written`,
)

const remove = statement(
  'dns.remove-published-zone',
  `with removed as (
     delete from published_zone using ${UNHURRIED} where name = $1 and version <= $2 returning name)
   select pg_notify('${PUBLISHED_ZONE_CHANNEL}', name || ' 0') from removed`,
)

const all = statement('dns.published-zones', 'select name, version from published_zone')

/** Feeds the built-in responder: a row that every replica answers from. */
@Injectable()
export class BuiltinWriter implements ZoneWriter {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async stage({ name, version, records }: ZoneVersion): Promise<StagedChange> {
    const wanted = encodeRecords(records)
    const present = await this.present(name, version)
    if (present?.records.equals(wanted)) return nothingToChange
    const values = [name, version, wanted, this.clock.now()]
    return { changes: [name], commit: () => this.write(put, values) }
  }

  async stageRemoval(name: string, version: bigint): Promise<StagedChange> {
    const present = await this.present(name, version)
    if (present === undefined) return nothingToChange
    return { changes: [name], commit: () => this.write(remove, [name, version]) }
  }

  async list(): Promise<HeldZone[]> {
    const rows = await this.database.read<{ name: string; version: string }>(all)
    return rows.map(({ name, version }) => ({ name, serial: serialOf(BigInt(version)), isOurs: true }))
  }

  /** The built-in responder has no slave zones. */
  async transferOf(): Promise<undefined> {
    return undefined
  }

  async fetch(): Promise<void> {
    throw new Error('the built-in publisher takes no slave zones')
  }

  private async write(change: Statement, values: unknown[]): Promise<[]> {
    await this.database.read(change, values)
    return []
  }

  private async present(name: string, version: bigint): Promise<{ version: string; records: Buffer } | undefined> {
    const [present] = await this.database.read<{ version: string; records: Buffer }>(find, [name])
    if (present && BigInt(present.version) > version) throw new LaterServed(serialOf(BigInt(present.version)))
    return present
  }
}
