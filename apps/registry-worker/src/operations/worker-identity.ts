import { Inject, Injectable, Logger } from '@nestjs/common'
import { schemaOf } from '@nameyard/persistence/schema-name'
import { Client } from 'pg'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'

/** First keys of our advisory locks: one per living worker, one per thing that one worker holds at a time. */
const WORKERS = 7_305_813
const HOLDINGS = 7_305_814

/** Where replicas ask each other for sessions. */
const SESSION_WANTED = 'registry_session_wanted'

const RECONNECT_MS = 1_000

/** What this worker holds until it gives it back or loses its identity: the room for one session of an account, say. */
export interface Slot {
  readonly isHeld: boolean
  release(): Promise<void>
}

interface Identity {
  readonly number: number
  readonly client: Client
  /** Keys of what is held here: PostgreSQL would give a session a lock twice. */
  readonly held: Set<string>
  /** Ends when the connection is free for the next question. */
  turn: Promise<unknown>
}

/**
 * Who this process is while it lives. Its number is locked on a connection of its own, which PostgreSQL closes with
 * the process: a worker that was killed is known to be dead at once, and its rows and session slots are free. A worker
 * that loses this connection is nobody until it has a new one: it stops what it was doing.
 */
@Injectable()
export class WorkerIdentity {
  private readonly log = new Logger('worker')
  private readonly lostListeners: (() => void)[] = []
  private readonly wantedListeners: ((account: string, isUrgent: boolean) => void)[] = []
  private current: Identity | undefined
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
    if (!this.current) throw new Error('the worker has no identity at the moment')
    return inTurn(this.current, async (client) => {
      const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1, $2) as free', [
        WORKERS,
        worker,
      ])
      if (!rows[0]?.free) return false
      await client.query('select pg_advisory_unlock($1, $2)', [WORKERS, worker])
      return true
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
    identity.held.add(key)
    if (await tryLock(identity, key).catch(() => false)) return this.slot(identity, key)
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
    await this.current?.client.end()
  }

  private slot(identity: Identity, key: string): Slot {
    const isHeld = () => this.current === identity
    return {
      get isHeld() {
        return isHeld()
      },
      async release() {
        // The slots of a lost identity were free at once, and may be somebody else's by now.
        if (!isHeld()) return
        await inTurn(identity, (client) => client.query('select pg_advisory_unlock($1, hashtext($2))', [HOLDINGS, key]))
        identity.held.delete(key)
      },
    }
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
        client.on('notification', ({ payload = '' }) => this.hear(number, payload))
        await client.query(`listen ${SESSION_WANTED}`)
        if (this.stopped) return await client.end()
        this.current = { number, client, held: new Set(), turn: Promise.resolve() }
        this.log.log(`worker ${number}`)
      } catch (error) {
        this.log.warn(`no identity: ${(error as Error).message}`)
        await client.end().catch(() => undefined)
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
      }
    }
  }

  private hear(self: number, payload: string): void {
    const { account, isUrgent, worker } = JSON.parse(payload) as { account: string; isUrgent: boolean; worker: number }
    if (worker !== self) for (const listener of this.wantedListeners) listener(account, isUrgent)
  }

  private lose(client: Client): void {
    if (this.current?.client !== client) return
    this.current = undefined
    if (this.stopped) return
    this.log.warn('lost its connection to the database')
    for (const listener of this.lostListeners) listener()
    void this.assume()
  }
}

async function tryLock(identity: Identity, key: string): Promise<boolean> {
  const { rows } = await inTurn(identity, (client) =>
    client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as taken', [HOLDINGS, key]),
  )
  return rows[0]?.taken === true
}

/** One question at a time: a connection of PostgreSQL has no more. */
function inTurn<Result>(identity: Identity, ask: (client: Client) => Promise<Result>): Promise<Result> {
  const answer = identity.turn.then(() => ask(identity.client))
  identity.turn = answer.catch(() => undefined)
  return answer
}
