import { Socket } from 'node:net'
import { Inject, Injectable, Logger } from '@nestjs/common'
import { Client } from 'pg'
import { schemaOf } from '@nameyard/persistence/schema-name'
import { queryOf, type PreparedStatement, type Values } from '@nameyard/persistence/statement'
import { CHANGED, Changes } from '../changes/changes'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import { REQUESTS, Requests, SESSION_WANTED, SHARES_WANTED, type SessionWanted, type SharesWanted } from './requests'
import {
  DELETE_OLD_LEASES,
  DRAW_NUMBER,
  END_LEASES,
  FREE_SHARES,
  HAND_OVER_SHARES,
  IS_NUMBER_FREE,
  LOCK_NUMBER,
  NOTIFY,
  RELEASE_LEASE,
  RELEASE_SHARES,
  RENEW_LEASES,
  TAKE_LEASES,
  TAKE_SHARES,
  UNLOCK_NUMBER,
  type Leases,
} from './worker-lease.store'

const RECONNECT_MS = 1_000

/** How often a lease is renewed within its duration. */
const RENEWALS = 5
/** Part of a lease's duration in which it may be used: this worker must stop before another one may take it. */
const USABLE_PART = 0.75

/** A lease that this worker holds until it releases it or loses its identity; for example a session slot. */
export interface Slot {
  /** Whether the worker can prove at this moment that it holds the lease. */
  readonly isHeld: boolean
  release(): Promise<void>
}

/** Shares of the work that a worker may take. */
export interface FreeShares {
  readonly given: readonly string[]
  readonly free: readonly string[]
}

interface Identity {
  readonly number: number
  readonly client: Client
  readonly socket: Socket
  /** Keys of the held leases; false until the database has confirmed one. */
  readonly held: Map<string, boolean>
  /** Settles when the connection is free for the next query. */
  turn: Promise<unknown>
  /** Until when the leases are proven, on the monotonic clock. */
  provenUntil: number
  /** When the leases were last confirmed, on the same clock. */
  renewedAt: number
  renewal?: NodeJS.Timeout
  deadline?: NodeJS.Timeout
}

/**
 * The identity of this process. Its number is locked on a separate database connection, which PostgreSQL closes when
 * the process ends: the operations of a killed worker are free at once.
 *
 * Its number and its session slots are leases that it renews on that connection. When the leases are not confirmed in
 * time, because the connection is lost or silent, the worker ends its sessions. It stops before another worker may
 * acquire its slots. It acquires a new number as soon as the database answers.
 */
@Injectable()
export class WorkerIdentity {
  private readonly log = new Logger('worker')
  private readonly lostListeners: (() => void)[] = []
  /** What other replicas ask of this one, and give to it. */
  readonly requests = new Requests()
  /** Numbers that this process has lost. */
  private readonly former: number[] = []
  private readonly leaseMs: number
  private current: Identity | undefined
  private assuming: Promise<void> | undefined
  private running = 1
  private stopped = false

  constructor(
    @Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig,
    private readonly changes: Changes,
  ) {
    this.leaseMs = config.REGISTRY_LEASE_MS
  }

  /** The number of this worker; undefined while it cannot prove that it has one. */
  get number(): number | undefined {
    return this.current && isProven(this.current) ? this.current.number : undefined
  }

  /** How many workers ran when the shares were last looked at, this one among them. */
  get workers(): number {
    return this.running
  }

  /** Acquires a number; retries until the database answers. */
  assume(): Promise<void> {
    this.assuming ??= this.take().finally(() => (this.assuming = undefined))
    return this.assuming
  }

  /** Calls back when the identity is lost and all its work must stop. */
  onLost(listener: () => void): void {
    this.lostListeners.push(listener)
  }

  /** Whether a worker is dead: its number is unlocked, or its lease has ended. */
  async isDead(worker: number): Promise<boolean> {
    if (worker === this.number) return false
    if (!this.current) throw new Error('the worker has no identity at the moment')
    return inTurn(this.current, async (client) => {
      const [row] = await read(client, IS_NUMBER_FREE, { number: worker, key: keyOfNumber(worker) })
      const { isLocked, isEnded } = row!
      if (isLocked) await read(client, UNLOCK_NUMBER, { number: worker })
      return isLocked || isEnded
    })
  }

  /** Acquires one of the account's session slots in the range; undefined when none is free. */
  async takeSlot(
    account: string,
    { first, last }: { readonly first: number; readonly last: number },
  ): Promise<Slot | undefined> {
    for (let number = first; number <= last; number++) {
      const slot = await this.hold(`${account}/${number}`)
      if (slot) return slot
    }
    return undefined
  }

  /** Acquires the lease of a key; undefined when another worker holds it. */
  async hold(key: string): Promise<Slot | undefined> {
    return (await this.holdSome([key])).get(key)
  }

  /** Acquires those leases of some keys that no worker holds, with one statement. */
  async holdSome(keys: readonly string[]): Promise<ReadonlyMap<string, Slot>> {
    const identity = this.current
    const wanted = identity ? keys.filter((key) => !identity.held.has(key)) : []
    if (!identity || wanted.length === 0) return new Map()
    for (const key of wanted) identity.held.set(key, false)
    const taken = await inTurn(identity, (client) => this.tryTake(identity, client, wanted)).catch(
      (): readonly string[] => [],
    )
    for (const key of wanted) if (!taken.includes(key)) identity.held.delete(key)
    return new Map(taken.map((key) => [key, this.slot(identity, key)]))
  }

  /** Requests a session slot from the other replicas. */
  async askForSession(wanted: SessionWanted): Promise<void> {
    await this.notify(SESSION_WANTED, wanted)
  }

  /**
   * Of these shares of the work, those that others have given to this worker, and those that no running worker has. Renews the
   * leases of this worker if that is due soon: one statement costs an idle worker less than two.
   */
  async freeShares(shares: readonly string[]): Promise<FreeShares> {
    const identity = this.current
    let free: FreeShares = { given: [], free: [] }
    if (!identity) return free
    await this.confirm(identity, async (client, leases) => {
      const isDue = performance.now() - identity.renewedAt > this.leaseMs / RENEWALS / 2
      const [found] = await read(client, FREE_SHARES, { shares, ...leases, ...(!isDue && { keys: [] }) })
      this.running = Math.max(1, found!.workers)
      free = found!
      return isDue ? found!.renewed : undefined
    })
    return free
  }

  /** Takes shares until it loses its identity. Returns those that it has now. */
  async takeShares(keys: readonly string[]): Promise<string[]> {
    const identity = this.current
    if (!identity || keys.length === 0) return []
    const taken = await inTurn(identity, (client) => read(client, TAKE_SHARES, { keys, number: identity.number }))
    return this.current === identity ? taken.map(({ key }) => key) : []
  }

  /** Gives shares to another worker, which hears of it. */
  async handOverShares(keys: readonly string[], to: number): Promise<void> {
    const identity = this.current
    if (identity)
      await inTurn(identity, (client) => read(client, HAND_OVER_SHARES, { keys, number: identity.number, to }))
  }

  async releaseShares(keys: readonly string[]): Promise<void> {
    const identity = this.current
    if (identity) await inTurn(identity, (client) => read(client, RELEASE_SHARES, { keys, number: identity.number }))
  }

  /** Asks the other replicas for shares. */
  async askForShares(wanted: Omit<SharesWanted, 'worker'>): Promise<void> {
    await this.notify(SHARES_WANTED, wanted)
  }

  /** Ends the identity and its leases. */
  async resign(): Promise<void> {
    this.stopped = true
    const identity = this.current
    if (!identity) return
    this.current = undefined
    clearTimeout(identity.renewal)
    clearTimeout(identity.deadline)
    // A silent connection would keep the process from ending.
    const silence = setTimeout(() => identity.socket.destroy(), this.leaseMs)
    await inTurn(identity, (client) => read(client, END_LEASES, { numbers: [identity.number] })).catch(() => undefined)
    await identity.client.end().catch(() => undefined)
    clearTimeout(silence)
  }

  private async notify(channel: string, wanted: object): Promise<void> {
    const identity = this.current
    if (!identity) return
    const payload = JSON.stringify({ ...wanted, worker: identity.number })
    await inTurn(identity, (client) => read(client, NOTIFY, { channel, payload }))
  }

  private async tryTake(
    { held, number }: Pick<Identity, 'held' | 'number'>,
    client: Client,
    keys: readonly string[],
  ): Promise<readonly string[]> {
    const taken = (await read(client, TAKE_LEASES, { keys, number, ms: this.leaseMs })).map(({ key }) => key)
    for (const key of taken) held.set(key, true)
    return taken
  }

  private slot(identity: Identity, key: string): Slot {
    const isHeld = () => this.current === identity && isProven(identity)
    return {
      get isHeld() {
        return isHeld()
      },
      async release() {
        // The leases of a lost identity have ended; another worker may hold them by now.
        if (!isHeld()) return
        await inTurn(identity, async (client) => {
          await read(client, RELEASE_LEASE, { key, number: identity.number })
          identity.held.delete(key)
        })
      },
    }
  }

  private async take(): Promise<void> {
    while (!this.stopped && !this.current) {
      const socket = new Socket()
      const client = this.newClient(socket)
      try {
        await client.connect()
        const identity = await this.identify(client, socket)
        if (this.stopped) return void socket.destroy()
        this.current = identity
        this.keep(identity)
        this.changes.hearAll()
        this.log.log(`worker ${identity.number}`)
      } catch (error) {
        this.log.warn(`no identity: ${(error as Error).message}`)
        socket.destroy()
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
      }
    }
  }

  private newClient(socket: Socket): Client {
    const { schema, role } = schemaOf('registry-worker')
    const client = new Client({
      connectionString: this.config.DATABASE_URL,
      application_name: 'nameyard-registry-worker-identity',
      // Detects a lost machine in half a minute; the default is two hours.
      options: `-c search_path=${schema} -c role=${role} -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4`,
      stream: () => socket,
      connectionTimeoutMillis: this.leaseMs,
      query_timeout: this.leaseMs,
    })
    client.on('error', () => this.lose(client, 'lost its connection to the database'))
    client.on('end', () => this.lose(client, 'lost its connection to the database'))
    return client
  }

  private async identify(client: Client, socket: Socket): Promise<Identity> {
    const [drawn] = await read(client, DRAW_NUMBER)
    const { number } = drawn!
    await read(client, LOCK_NUMBER, { number })
    // The sessions of the lost identities are closed, so their leases can end.
    await read(client, END_LEASES, { numbers: this.former })
    await read(client, DELETE_OLD_LEASES)
    const held = new Map<string, boolean>()
    const provenUntil = this.provenFromNow()
    const own = await this.tryTake({ number, held }, client, [keyOfNumber(number)])
    if (own.length === 0) throw new Error(`${number} is taken`)
    client.on('notification', ({ channel, payload = '' }) => this.hear(number, channel, payload))
    for (const channel of [...REQUESTS, CHANGED]) await client.query(`listen ${channel}`)
    const renewedAt = performance.now()
    return { number, client, socket, held, turn: Promise.resolve(), provenUntil, renewedAt }
  }

  /** Renews the leases when nothing else has done so in time. */
  private keep(identity: Identity): void {
    clearTimeout(identity.renewal)
    if (this.current !== identity) return
    identity.renewal = setTimeout(() => {
      this.confirm(identity, async (client, leases) =>
        (await read(client, RENEW_LEASES, leases)).map(({ key }) => key),
      ).catch(() => undefined)
    }, this.leaseMs / RENEWALS)
    this.watch(identity)
  }

  /** Runs a statement that may renew the leases: it returns the renewed ones. Loses the identity when one is not renewed. */
  private async confirm(
    identity: Identity,
    ask: (client: Client, leases: Leases) => Promise<readonly string[] | undefined>,
  ): Promise<void> {
    try {
      await inTurn(identity, async (client) => {
        const keys = [...identity.held].flatMap(([key, isConfirmed]) => (isConfirmed ? [key] : []))
        const [renewedAt, provenUntil] = [performance.now(), this.provenFromNow()]
        const renewed = await ask(client, { number: identity.number, keys, ms: this.leaseMs })
        if (!renewed) return
        const lost = keys.filter((key) => !renewed.includes(key))
        if (lost.length > 0) throw new Error(`${lost.join(', ')} ended`)
        Object.assign(identity, { renewedAt, provenUntil })
        this.keep(identity)
      })
    } catch (error) {
      this.lose(identity.client, `cannot renew its leases: ${(error as Error).message}`)
      throw error
    }
  }

  private watch(identity: Identity): void {
    clearTimeout(identity.deadline)
    if (this.current !== identity) return
    const silent = 'the database does not confirm its leases'
    identity.deadline = setTimeout(
      () => this.lose(identity.client, silent),
      Math.max(0, identity.provenUntil - performance.now()),
    )
  }

  private provenFromNow(): number {
    return performance.now() + USABLE_PART * this.leaseMs
  }

  private hear(self: number, channel: string, payload: string): void {
    if (channel === CHANGED) this.changes.hear(payload)
    else this.requests.hear(self, channel, payload)
  }

  private lose(client: Client, why: string): void {
    const identity = this.current
    if (identity?.client !== client) return
    this.current = undefined
    clearTimeout(identity.renewal)
    clearTimeout(identity.deadline)
    this.log.warn(`worker ${identity.number} stops: ${why}`)
    this.former.push(identity.number)
    for (const listener of this.lostListeners) listener()
    identity.socket.destroy()
    void this.assume()
  }
}

const keyOfNumber = (worker: number) => `worker/${worker}`

function isProven({ provenUntil }: Identity): boolean {
  return performance.now() < provenUntil
}

/** Runs a statement on the connection of the identity, which is not in the pool. */
async function read<Given, Row extends object>(
  client: Client,
  statement: PreparedStatement<Given, Row>,
  ...[given]: Values<Given>
): Promise<Row[]> {
  return (await client.query(queryOf(statement, given as object | undefined))).rows as Row[]
}

/** Runs queries one at a time: a PostgreSQL connection has no more. */
function inTurn<Result>(identity: Identity, ask: (client: Client) => Promise<Result>): Promise<Result> {
  const answer = identity.turn.then(() => ask(identity.client))
  identity.turn = answer.catch(() => undefined)
  return answer
}
