import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common'
import { ancestorsOf } from '@nameyard/names/relation'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { decodeRecords } from '@nameyard/zone/wire-record'
import { serve, type ServedZone } from './served-zone'

/** Channel of notifications: the name of a zone, a blank, and its version, or 0 when it was removed. */
export const PUBLISHED_ZONE_CHANNEL = 'published_zone'

/** Most octets of zones in memory. Other zones are read again for the next query. */
const CACHE_OCTETS = 64 * 1024 * 1024

const RECONNECT_MS = 500

const allVersions = 'select name, version from published_zone'
const readZone = statement<{ apex: string }, { version: string; records: Buffer }>(
  'dns.published-zone',
  ({ apex }) => sql`select version, records from published_zone where name = ${apex}`,
)

interface CachedZone {
  readonly version: bigint
  readonly zone: ServedZone
  readonly octets: number
}

/**
 * The zones that this replica answers. All names and versions are in memory and follow PostgreSQL's notifications. A zone
 * is read at its first query. While the database is unavailable, zones in memory are still answered.
 */
@Injectable()
export class PublishedZones implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger('responder')
  private versions = new Map<string, bigint>()
  /** In order of last use, oldest first. */
  private readonly cache = new Map<string, CachedZone>()
  private readonly loading = new Map<string, Promise<ServedZone | undefined>>()
  private cachedOctets = 0
  private changes = 0
  private release: (() => void) | undefined
  private retry: NodeJS.Timeout | undefined
  private closed = false

  /** Another number after each change of a zone that was heard. */
  get revision(): number {
    return this.changes
  }

  constructor(private readonly database: Database) {}

  async onModuleInit(): Promise<void> {
    await this.follow()
  }

  /** Releases the connection early, because the pool waits for it when it closes. */
  onModuleDestroy(): void {
    this.closed = true
    clearTimeout(this.retry)
    this.release?.()
  }

  /** Returns the closest zone of a name. For DS at an apex that is the parent zone (RFC 4035 3.1.4.1). */
  apexOf(name: string, isDs: boolean): string | undefined {
    const above = ancestorsOf(name).find((ancestor) => this.versions.has(ancestor))
    return this.versions.has(name) && !(isDs && above !== undefined) ? name : above
  }

  /** Returns the zone of an apex, synchronously when it is in memory; undefined when it is not published. */
  get(apex: string): ServedZone | undefined | Promise<ServedZone | undefined> {
    const version = this.versions.get(apex)
    if (version === undefined) return undefined
    const cached = this.cache.get(apex)
    if (cached === undefined || cached.version < version) return this.load(apex)
    this.cache.delete(apex)
    this.cache.set(apex, cached)
    return cached.zone
  }

  private load(apex: string): Promise<ServedZone | undefined> {
    const known = this.loading.get(apex)
    if (known) return known
    const loading = this.read(apex).finally(() => this.loading.delete(apex))
    this.loading.set(apex, loading)
    return loading
  }

  private async read(apex: string): Promise<ServedZone | undefined> {
    const [row] = await this.database.read(readZone, { apex })
    this.evict(apex)
    if (row === undefined) return undefined
    const zone = serve(apex, decodeRecords(row.records))
    this.cache.set(apex, { version: BigInt(row.version), zone, octets: row.records.length })
    this.cachedOctets += row.records.length
    for (const [oldest] of this.cache) {
      if (this.cachedOctets <= CACHE_OCTETS) break
      this.evict(oldest)
    }
    return zone
  }

  private evict(apex: string): void {
    this.cachedOctets -= this.cache.get(apex)?.octets ?? 0
    this.cache.delete(apex)
  }

  /**
   * Listens, then reads all versions on the same connection. Notifications come only between its statements, so none is lost
   * and none is applied to an older list.
   */
  private async follow(): Promise<void> {
    const client = await this.database.pool.connect()
    const lost = (error: Error | undefined): void => {
      if (this.release === undefined) return
      this.release = undefined
      client.release(error ?? true)
      if (this.closed) return
      this.log.warn(`the database is unavailable: ${error?.message ?? 'connection ended'}`)
      this.reconnectSoon()
    }
    this.release = () => lost(undefined)
    client.on('error', lost)
    client.on('end', () => lost(undefined))
    client.on('notification', ({ payload = '' }) => this.notified(payload))
    try {
      await client.query(`listen ${PUBLISHED_ZONE_CHANNEL}`)
      const { rows } = await client.query<{ name: string; version: string }>(allVersions)
      this.versions = new Map(rows.map(({ name, version }) => [name, BigInt(version)]))
      this.changes++
      for (const apex of this.cache.keys()) if (!this.versions.has(apex)) this.evict(apex)
    } catch (error) {
      lost(error as Error)
    }
  }

  private reconnectSoon(): void {
    this.retry = setTimeout(() => this.follow().catch(() => this.reconnectSoon()), RECONNECT_MS)
  }

  private notified(payload: string): void {
    this.changes++
    const [name = '', version = '0'] = payload.split(' ')
    if (version === '0') {
      this.versions.delete(name)
      this.evict(name)
    } else this.versions.set(name, BigInt(version))
  }
}
