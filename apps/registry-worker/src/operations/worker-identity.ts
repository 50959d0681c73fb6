import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common'
import { schemaOf } from '@nameyard/persistence/schema-name'
import { Client } from 'pg'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'

/** First keys of our advisory locks: one per living worker, one per registry session. */
const WORKERS = 7_305_813
const SESSIONS = 7_305_814

const RECONNECT_MS = 1_000

/**
 * Who this process is while it lives. Its number is locked on a connection of its own, which PostgreSQL closes with
 * the process: a worker that was killed is known to be dead at once, and its rows and session slots are free. A worker
 * that loses this connection is nobody until it has a new one: it stops what it was doing.
 */
@Injectable()
export class WorkerIdentity implements OnApplicationShutdown {
  private readonly log = new Logger('worker')
  private readonly lostListeners: (() => void)[] = []
  /** Slots held here: PostgreSQL would give a session a lock twice. */
  private readonly held = new Set<string>()
  private current: { readonly number: number; readonly client: Client } | undefined
  private assuming: Promise<void> | undefined
  private stopped = false

  constructor(@Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig) {}

  /** The number of this worker, or undefined while it has none. */
  get number(): number | undefined {
    return this.current?.number
  }

  /** Takes a number, once; tries again until the database answers. */
  assume(): Promise<void> {
    this.assuming ??= this.take().finally(() => (this.assuming = undefined))
    return this.assuming
  }

  /** Calls back when the identity is lost and everything done in its name must stop. */
  onLost(listener: () => void): void {
    this.lostListeners.push(listener)
  }

  /** Whether that worker is dead; a dead one's number stays unlocked. */
  async isDead(worker: number): Promise<boolean> {
    if (worker === this.number) return false
    const { rows } = await this.client().query<{ free: boolean }>('select pg_try_advisory_lock($1, $2) as free', [
      WORKERS,
      worker,
    ])
    if (!rows[0]?.free) return false
    await this.client().query('select pg_advisory_unlock($1, $2)', [WORKERS, worker])
    return true
  }

  /** Takes one of the account's session slots, or none when all are taken. */
  async takeSlot(account: string, slots: number): Promise<number | undefined> {
    for (let slot = 0; slot < slots; slot++) {
      const key = slotKey(account, slot)
      if (this.held.has(key)) continue
      this.held.add(key)
      const taken = await this.tryLock(key).catch(() => false)
      if (taken) return slot
      this.held.delete(key)
    }
    return undefined
  }

  async releaseSlot(account: string, slot: number): Promise<void> {
    const key = slotKey(account, slot)
    await this.current?.client.query('select pg_advisory_unlock($1, hashtext($2))', [SESSIONS, key])
    this.held.delete(key)
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true
    await this.current?.client.end()
  }

  private async tryLock(key: string): Promise<boolean> {
    const { rows } = await this.client().query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as taken',
      [SESSIONS, key],
    )
    return rows[0]?.taken === true
  }

  private client(): Client {
    if (!this.current) throw new Error('the worker has no identity at the moment')
    return this.current.client
  }

  private async take(): Promise<void> {
    while (!this.stopped && !this.current) {
      const { schema, role } = schemaOf('registry-worker')
      const client = new Client({
        connectionString: this.config.DATABASE_URL,
        application_name: 'nameyard-registry-worker-identity',
        // A machine that vanished is noticed in half a minute, not in the two hours of the default.
        options: `-c search_path=${schema} -c role=${role} -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4`,
      })
      client.on('error', () => this.lose(client))
      client.on('end', () => this.lose(client))
      try {
        await client.connect()
        const { rows } = await client.query<{ number: number }>(`select nextval('worker_number')::int as number`)
        const { number } = rows[0]!
        await client.query('select pg_advisory_lock($1, $2)', [WORKERS, number])
        this.current = { number, client }
        this.log.log(`worker ${number}`)
      } catch (error) {
        this.log.warn(`no identity: ${(error as Error).message}`)
        await client.end().catch(() => undefined)
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
      }
    }
  }

  private lose(client: Client): void {
    if (this.current?.client !== client) return
    this.current = undefined
    this.held.clear()
    if (this.stopped) return
    this.log.warn('lost its connection to the database')
    for (const listener of this.lostListeners) listener()
    void this.assume()
  }
}

const slotKey = (account: string, slot: number) => `${account}/${slot}`
