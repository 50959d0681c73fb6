import { Socket } from 'node:net'
import { Inject, Injectable, Logger } from '@nestjs/common'
import { schemaOf } from '@nameyard/persistence/schema-name'
import { Client } from 'pg'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import {
  deleteOldLeases,
  endLeases,
  isNumberFree,
  lockNumber,
  releaseKey,
  renewKeys,
  takeKey,
  unlockNumber,
  WORKERS,
} from './worker-lease.store'

/** Where replicas ask each other for sessions. */
const SESSION_WANTED = 'registry_session_wanted'

const RECONNECT_MS = 1_000

/** Leases are renewed this often within their length. */
const RENEWALS = 5
/** Part of a lease after which this worker stops using it: it must stop before another worker may take it. */
const USABLE_PART = 0.75

/** What this worker holds until it releases it or loses its identity: the room for one session of an account, say. */
export interface Slot {
  /** Whether the worker can prove at this moment that it holds it. */
  readonly isHeld: boolean
  release(): Promise<void>
}

interface Identity {
  readonly number: number
  readonly client: Client
  readonly socket: Socket
  /** Keys that are held here; false while the database has not confirmed it. */
  readonly held: Map<string, boolean>
  /** Ends when the connection is free for the next question. */
  turn: Promise<unknown>
  /** Until when the leases are proven, on the monotonic clock. */
  provenUntil: number
  isRenewing: boolean
  renewal?: NodeJS.Timeout
  deadline?: NodeJS.Timeout
}

/**
 * Who this process is while it lives. Its number is locked on a connection of its own, which PostgreSQL closes with the
 * process: the operations of a worker that was killed are free at once. Its number and its session slots are leases
 * that it renews on that connection. A worker whose leases are not confirmed in time, because the connection is lost or
 * silent, ends its sessions and stops before another worker may take its slots. It then takes a new number as soon as
 * the database answers.
 */
@Injectable()
export class WorkerIdentity {
  private readonly log = new Logger('worker')
  private readonly lostListeners: (() => void)[] = []
  private readonly wantedListeners: ((account: string, isUrgent: boolean) => void)[] = []
  /** Numbers that this process has lost. */
  private readonly former: number[] = []
  private readonly leaseMs: number
  private current: Identity | undefined
  private assuming: Promise<void> | undefined
  private stopped = false

  constructor(@Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig) {
    this.leaseMs = config.REGISTRY_LEASE_MS
  }

  /** The number of this worker, or undefined while it cannot prove that it has one. */
  get number(): number | undefined {
    return this.current && isProven(this.current) ? this.current.number : undefined
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

  /** Whether that worker is dead: its number is unlocked, or it did not renew its lease. */
  async isDead(worker: number): Promise<boolean> {
    if (worker === this.number) return false
    if (!this.current) throw new Error('the worker has no identity at the moment')
    return inTurn(this.current, async (client) => {
      const { rows } = await client.query<{ isLocked: boolean; isEnded: boolean }>(isNumberFree, [
        WORKERS,
        worker,
        keyOfNumber(worker),
      ])
      const { isLocked, isEnded } = rows[0]!
      if (isLocked) await client.query(unlockNumber, [WORKERS, worker])
      return isLocked || isEnded
    })
  }

  /** Takes one of those session slots of the account, or none when all are taken. */
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

  /** Holds what only one of all replicas may hold at a time; nothing when it is held. */
  async hold(key: string): Promise<Slot | undefined> {
    const identity = this.current
    if (!identity || identity.held.has(key)) return undefined
    identity.held.set(key, false)
    const isTaken = await inTurn(identity, (client) => this.tryTake(identity, client, key)).catch(() => false)
    if (isTaken) return this.slot(identity, key)
    identity.held.delete(key)
    return undefined
  }

  /** Tells the other replicas that a session of theirs is wanted here. */
  async askForSession(account: string, isUrgent: boolean): Promise<void> {
    const identity = this.current
    if (!identity) return
    const payload = JSON.stringify({ account, isUrgent, worker: identity.number })
    await inTurn(identity, (client) => client.query('select pg_notify($1, $2)', [SESSION_WANTED, payload]))
  }

  /** Calls back when another replica wants a session of the account. */
  onSessionWanted(listener: (account: string, isUrgent: boolean) => void): void {
    this.wantedListeners.push(listener)
  }

  /** Ends the identity for good: whatever it held is free. */
  async resign(): Promise<void> {
    this.stopped = true
    const identity = this.current
    if (!identity) return
    this.current = undefined
    clearTimeout(identity.renewal)
    clearTimeout(identity.deadline)
    // The socket of a silent connection would keep the process waiting.
    const silence = setTimeout(() => identity.socket.destroy(), this.leaseMs)
    await inTurn(identity, (client) => client.query(endLeases, [[identity.number]])).catch(() => undefined)
    await identity.client.end().catch(() => undefined)
    clearTimeout(silence)
  }

  private async tryTake(identity: Pick<Identity, 'held' | 'number'>, client: Client, key: string): Promise<boolean> {
    const { rowCount } = await client.query(takeKey, [key, identity.number, this.leaseMs])
    if (rowCount === 1) identity.held.set(key, true)
    return rowCount === 1
  }

  private slot(identity: Identity, key: string): Slot {
    const isHeld = () => this.current === identity && isProven(identity)
    return {
      get isHeld() {
        return isHeld()
      },
      async release() {
        // The leases of a lost identity have ended, and may be another worker's by now.
        if (!isHeld()) return
        await inTurn(identity, async (client) => {
          await client.query(releaseKey, [key, identity.number])
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
      // A machine that vanished is noticed in half a minute, not in the two hours of the default.
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
    const { rows } = await client.query<{ number: number }>(`select nextval('worker_number')::int as number`)
    const { number } = rows[0]!
    await client.query(lockNumber, [WORKERS, number])
    // The sessions of the identities that were lost have been closed.
    await client.query(endLeases, [this.former])
    await client.query(deleteOldLeases)
    const held = new Map<string, boolean>()
    const provenUntil = this.provenFromNow()
    if (!(await this.tryTake({ number, held }, client, keyOfNumber(number)))) throw new Error(`${number} is taken`)
    client.on('notification', ({ payload = '' }) => this.hear(number, payload))
    await client.query(`listen ${SESSION_WANTED}`)
    return { number, client, socket, held, turn: Promise.resolve(), provenUntil, isRenewing: false }
  }

  /** Renews the leases regularly, and loses the identity when that is not confirmed in time. */
  private keep(identity: Identity): void {
    identity.renewal = setInterval(() => {
      if (identity.isRenewing) return
      identity.isRenewing = true
      this.renew(identity)
        .catch((error: Error) => this.lose(identity.client, `cannot renew its leases: ${error.message}`))
        .finally(() => (identity.isRenewing = false))
    }, this.leaseMs / RENEWALS)
    this.watch(identity)
  }

  private async renew(identity: Identity): Promise<void> {
    await inTurn(identity, async (client) => {
      const keys = [...identity.held].flatMap(([key, isConfirmed]) => (isConfirmed ? [key] : []))
      const provenUntil = this.provenFromNow()
      const { rows } = await client.query<{ key: string }>(renewKeys, [identity.number, keys, this.leaseMs])
      const renewed = new Set(rows.map(({ key }) => key))
      const lost = keys.filter((key) => !renewed.has(key))
      if (lost.length > 0) throw new Error(`${lost.join(', ')} ended`)
      identity.provenUntil = provenUntil
    })
    this.watch(identity)
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

  private hear(self: number, payload: string): void {
    const { account, isUrgent, worker } = JSON.parse(payload) as { account: string; isUrgent: boolean; worker: number }
    if (worker !== self) for (const listener of this.wantedListeners) listener(account, isUrgent)
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

/** One question at a time: a connection of PostgreSQL has no more. */
function inTurn<Result>(identity: Identity, ask: (client: Client) => Promise<Result>): Promise<Result> {
  const answer = identity.turn.then(() => ask(identity.client))
  identity.turn = answer.catch(() => undefined)
  return answer
}
