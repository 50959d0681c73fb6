import { Inject, Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { encodeRecords } from '@nameyard/zone/wire-record'
import { PUBLISHED_ZONE_CHANNEL } from '../responder/published-zones'
import type { StagedChange, ZoneVersion, ZoneWriter } from './zone-writer'

const put = statement(
  'dns.put-published-zone',
  `with written as (
     insert into published_zone (name, version, records, published_at) values ($1, $2, $3, $4)
     on conflict (name) do update
       set version = excluded.version, records = excluded.records, published_at = excluded.published_at
       where published_zone.version <= excluded.version
     returning name, version)
   select pg_notify('${PUBLISHED_ZONE_CHANNEL}', name || ' ' || version) from written`,
)

const remove = statement(
  'dns.remove-published-zone',
  `with removed as (delete from published_zone where name = $1 and version <= $2 returning name)
   select pg_notify('${PUBLISHED_ZONE_CHANNEL}', name || ' 0') from removed`,
)

/** Feeds the built-in responder: a row that every replica answers from. */
@Injectable()
export class BuiltinWriter implements ZoneWriter {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async stage({ name, version, records }: ZoneVersion): Promise<StagedChange> {
    const values = [name, version, encodeRecords(records), this.clock.now()]
    return { commit: async () => void (await this.database.read(put, values)) }
  }

  async stageRemoval(name: string, version: bigint): Promise<StagedChange> {
    return { commit: async () => void (await this.database.read(remove, [name, version])) }
  }
}
