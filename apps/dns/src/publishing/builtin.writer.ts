import { Injectable } from '@nestjs/common'
import { ASYNCHRONOUS_COMMIT } from '@nameyard/persistence/asynchronous-commit'
import { Database } from '@nameyard/persistence/database'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { serialOf } from '@nameyard/zone/serial'
import { encodeRecords } from '@nameyard/zone/wire-record'
import { PUBLISHED_ZONE_CHANNEL } from '../responder/published-zones'
import {
  LaterServed,
  nothingToChange,
  type HeldZone,
  type StagedChange,
  type ZoneVersion,
  type ZoneWriter,
} from './zone-writer'

const find = statement<{ name: string }, { version: string; records: Buffer }>(
  'dns.find-published-zone',
  ({ name }) => sql`select version, records from published_zone where name = ${name}`,
)

const channel = raw(PUBLISHED_ZONE_CHANNEL)

/**
 * The asynchronous commit may lose a row with the machine. Then it also loses the mark of the publication, which is
 * written later, so the zone is published again.
 */
const put = statement<{ name: string; version: bigint; records: Buffer; now: Date }>(
  'dns.put-published-zone',
  (given) => sql`
    with written as (
      insert into published_zone (name, version, records, published_at)
      select ${given.name}, ${given.version}, ${given.records}, ${given.now} from ${ASYNCHRONOUS_COMMIT}
      on conflict (name) do update
        set version = excluded.version, records = excluded.records, published_at = excluded.published_at
        where published_zone.version <= excluded.version
      returning name, version)
    select pg_notify('${channel}', name || ' ' || version) from written`,
)

const remove = statement<{ name: string; version: bigint }>(
  'dns.remove-published-zone',
  (given) => sql`
    with removed as (
      delete from published_zone using ${ASYNCHRONOUS_COMMIT}
      where name = ${given.name} and version <= ${given.version} returning name)
    select pg_notify('${channel}', name || ' 0') from removed`,
)

/** The next zones after a name, by name. */
const listed = statement<{ after: string; limit: number }, { name: string; version: string }>(
  'dns.published-zones',
  ({ after, limit }) => sql`
    select name, version from published_zone where name > ${after} order by name limit ${limit}`,
)

/** Zones of one statement. */
const PAGE = 1_000

/** Writes zones for the built-in responder: one row, which the responder of every replica reads. */
@Injectable()
export class BuiltinWriter implements ZoneWriter {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async stage({ name, version, records }: ZoneVersion): Promise<StagedChange> {
    const wanted = encodeRecords(records)
    const present = await this.present(name, version)
    if (present?.records.equals(wanted)) return nothingToChange
    const commit = async (): Promise<[]> => {
      await this.database.read(put, { name, version, records: wanted, now: this.clock.now() })
      return []
    }
    return { changes: [name], commit }
  }

  async stageRemoval(name: string, version: bigint): Promise<StagedChange> {
    const present = await this.present(name, version)
    if (present === undefined) return nothingToChange
    const commit = async (): Promise<[]> => {
      await this.database.read(remove, { name, version })
      return []
    }
    return { changes: [name], commit }
  }

  async list(): Promise<HeldZone[]> {
    const held: HeldZone[] = []
    for (let isLast = false; !isLast;) {
      const rows = await this.database.read(listed, { after: held.at(-1)?.name ?? '', limit: PAGE })
      for (const { name, version } of rows) held.push({ name, serial: serialOf(BigInt(version)), isOurs: true })
      isLast = rows.length < PAGE
    }
    return held
  }

  /** The built-in responder has no slave zones. */
  async transferOf(): Promise<undefined> {
    return undefined
  }

  async fetch(): Promise<void> {
    throw new Error('the built-in publisher takes no slave zones')
  }

  private async present(name: string, version: bigint): Promise<{ version: string; records: Buffer } | undefined> {
    const [present] = await this.database.read(find, { name })
    if (present && BigInt(present.version) > version) throw new LaterServed(serialOf(BigInt(present.version)))
    return present
  }
}
