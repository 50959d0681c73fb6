import { Injectable, type OnApplicationShutdown } from '@nestjs/common'
import { Metrics, type Sample } from '@nameyard/runtime/metrics'
import type { SessionWanted } from '../leases/requests'
import { WorkerIdentity, type Slot } from '../leases/worker-identity'
import { Registries } from '../registries/registries'
import type { SessionAccount } from '../registries/registry'
import { Pace } from './pace'
import { SessionPool, type SlotRange } from './session-pool'
import type { OpenConnection, SessionSource } from './session-source'

/** How long to wait for a slot that the pools use. */
const SLOT_WAIT_MS = 5_000
const SLOT_RETRY_MS = 100

/** The slots of an account: the first of several is reserved for the message queue, unless the account wants it pooled. */
function slotsOf({ sessions, pollMs, pollsInPool = false }: SessionAccount): {
  readonly poll: SlotRange
  readonly work: SlotRange
} {
  const isShared = sessions === 1 || pollMs === undefined || pollsInPool
  const work = { first: isShared ? 0 : 1, last: sessions - 1 }
  return { work, poll: isShared ? work : { first: 0, last: 0 } }
}

/** The pools of an account: for operations, and for the message queue. It is one pool when there is one session. */
export interface AccountPools<Connection extends OpenConnection, Session> {
  readonly work: SessionPool<Connection, Session>
  readonly queue: SessionPool<Connection, Session>
}

type AnySource = SessionSource<OpenConnection, unknown>
type AnyPools = AccountPools<OpenConnection, unknown>

/** The sessions of every account, of all protocols: they share slots, limits and their end. */
@Injectable()
export class SessionPools implements OnApplicationShutdown {
  /** The source of an account's sessions, by the driver of the account. */
  private readonly protocols = new Map<string, (account: SessionAccount) => AnySource>()
  private readonly byAccount = new Map<string, AnyPools>()

  constructor(
    private readonly registries: Registries,
    private readonly identity: WorkerIdentity,
    private readonly pace: Pace,
    metrics: Metrics,
  ) {
    metrics.add({
      name: 'registry_sessions',
      help: 'Sessions of this worker, by account: those that work, and idle ones.',
      labels: ['account', 'state'],
      read: () => [...this.samplesOf('used'), ...this.samplesOf('idle')],
    })
    metrics.add({
      name: 'registry_session_waiting',
      help: 'Callers of this worker that wait for a session, by account.',
      labels: ['account'],
      read: () =>
        this.samplesOf('waiting').map(({ labels, value }) => ({ labels: { account: labels.account! }, value })),
    })
    identity.onLost(() => this.all().forEach((pool) => pool.drop()))
    identity.requests.onSessionWanted((wanted) => this.yield(wanted))
  }

  /**
   * Adds a protocol: how the sessions of the accounts of a driver are opened. Returns the function that gives the pools of
   * such an account, which are made and opened when they are needed.
   */
  add<Account extends SessionAccount, Connection extends OpenConnection, Session>(
    driver: Account['driver'],
    sourceOf: (account: Account) => SessionSource<Connection, Session>,
  ): (account: string) => AccountPools<Connection, Session> {
    this.protocols.set(driver, (account) => sourceOf(account as Account) as unknown as AnySource)
    return (account) => this.of(account) as unknown as AccountPools<Connection, Session>
  }

  /** Closes the pools of closed accounts, with the reasons, and opens the others. */
  shut(closed: ReadonlyMap<string, string>): void {
    for (const [account, { work, queue }] of this.byAccount) {
      for (const pool of new Set([work, queue])) pool.shut(closed.get(account))
    }
  }

  /** Tries the changed passwords of a closed account. Returns whether it is open again. */
  async tryChangedPasswords(account: string): Promise<boolean> {
    const source = this.registries.has(account) ? this.sourceOf(account) : undefined
    return (await source?.tryChangedPasswords()) ?? false
  }

  /**
   * Acquires a slot for a session outside the pools; asks the pools of all replicas to give one up. Undefined when none
   * does.
   */
  async takeSlot({ account, sessions }: SessionAccount): Promise<Slot | undefined> {
    const end = performance.now() + SLOT_WAIT_MS
    for (;;) {
      const slot = await this.identity.takeSlot(account, { first: 0, last: sessions - 1 })
      if (slot || performance.now() >= end) return slot
      this.byAccount.get(account)?.work.yield(true)
      await this.identity.askForSession({ account, isUrgent: true, last: sessions - 1 })
      await new Promise((resolve) => setTimeout(resolve, SLOT_RETRY_MS))
    }
  }

  /** Releases the slots after the logouts, so that no other replica exceeds the limit in between. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.all()].map((pool) => pool.close()))
    await this.identity.resign()
  }

  /** A replica that begins to read the message queue needs its slot. A session for orders would not help it. */
  private yield({ account, isUrgent, last }: SessionWanted): void {
    const pools = this.byAccount.get(account)
    if (pools) (last === pools.queue.slots.last ? pools.queue : pools.work).yield(isUrgent)
  }

  private of(account: string): AnyPools {
    const known = this.byAccount.get(account)
    if (known) return known
    const source = this.sourceOf(account)
    if (!source) throw new Error(`there are no sessions of the account ${account}`)
    const slots = slotsOf(source.account)
    const poolOf = (range: SlotRange) => new SessionPool(source, range, this.identity, this.pace)
    const work = poolOf(slots.work)
    const pools = { work, queue: slots.poll === slots.work ? work : poolOf(slots.poll) }
    this.byAccount.set(account, pools)
    return pools
  }

  /** Undefined when the driver of the account has no sessions. */
  private sourceOf(account: string): AnySource | undefined {
    const registry = this.registries.named(account)
    return this.protocols.get(registry.driver)?.(registry as SessionAccount)
  }

  private samplesOf(state: 'idle' | 'used' | 'waiting'): Sample[] {
    return [...this.byAccount].map(([account, { work, queue }]) => {
      const value = [...new Set([work, queue])].reduce((sum, { usage }) => sum + usage[state], 0)
      return { labels: { account, state }, value }
    })
  }

  private all(): Set<SessionPool<OpenConnection, unknown>> {
    return new Set([...this.byAccount.values()].flatMap(({ work, queue }) => [work, queue]))
  }
}
