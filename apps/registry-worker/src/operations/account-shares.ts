import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { WorkQueues } from '@nameyard/messaging/work-queues'
import type { SharesWanted } from '../leases/requests'
import { WorkerIdentity } from '../leases/worker-identity'
import { Registries } from '../registries/registries'
import { keyOf } from './announcement.store'
import { Drivers } from './drivers'
import { lacksShares, sharesToGive, sharesToTake } from './model/parts'
import { Runner } from './runner'

/**
 * Interval of looks for accounts that no worker works for, up to a fifth more or less: so that workers that started together do
 * not look together, and each account has a worker within two seconds.
 */
const CHECK_MS = 1_250

/** Operations at once for which one share is enough: an account with more sessions has several workers. */
const SHARE = 8

/** Messages for each operation at once: sessions do not wait for claims. */
const AHEAD = 2

/** Routine looks of an account at once: the other sessions stay free for orders. */
const LOOKS = 1

/** Names in a request for shares: PostgreSQL limits a notification to 8,000 bytes. */
const MOST_NAMED = 100

const orders = (account: string): string => keyOf({ account, isRoutine: false })
const looks = (account: string): string => keyOf({ account, isRoutine: true })

const accountIn = (key: string): string => key.slice(key.indexOf('/') + 1, key.lastIndexOf('/'))

/**
 * The accounts that this worker works for. Each account has one share of the work, or more if it has many sessions. Only a
 * worker that has a share consumes the queue of the account, so its sessions stay in one place. A free share is taken by
 * any worker that serves the account; a worker with few shares asks the others, and they give up those of idle accounts.
 */
@Injectable()
export class AccountShares implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('shares')
  private readonly held = new Set<string>()
  /** The shares of each account: its settings do not change. */
  private readonly shares = new Map<string, readonly string[]>()
  /** The sessions that this worker may use of each account that it consumes. */
  private readonly consumed = new Map<string, number>()
  private timer: NodeJS.Timeout | undefined
  private turn: Promise<void> = Promise.resolve()
  private stopped = false

  constructor(
    private readonly registries: Registries,
    private readonly drivers: Drivers,
    private readonly identity: WorkerIdentity,
    private readonly queues: WorkQueues,
    private readonly runner: Runner,
  ) {
    identity.onLost(() => {
      this.held.clear()
      this.inTurn(() => this.adjust())
    })
    identity.requests.onSharesWanted((wanted) => this.inTurn(() => this.giveUp(wanted)))
    identity.requests.onSharesGiven(() => this.inTurn(() => this.balance()))
  }

  onApplicationBootstrap(): void {
    void this.identity.assume().then(() => this.check())
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    this.held.clear()
    this.inTurn(() => this.adjust())
    await this.turn
  }

  /** Whether this worker works for the account and has a session, or whatever its driver needs, for another operation. */
  isFree(account: string): boolean {
    return this.runner.busy(account) < (this.consumed.get(account) ?? 0)
  }

  private check(): void {
    if (this.stopped) return
    this.inTurn(() => this.balance())
    void this.turn.then(() => {
      if (!this.stopped) this.timer = setTimeout(() => this.check(), CHECK_MS * (0.8 + 0.4 * Math.random()))
    })
  }

  private async balance(): Promise<void> {
    // Others may reach the broker.
    if (!this.queues.isOpen) return this.release([...this.held])
    const keys = this.keys()
    const others = keys.filter((key) => !this.held.has(key))
    const { given, free } = await this.identity.freeShares(others)
    const { workers } = this.identity
    const division = { all: keys.length, free: free.length, held: this.held.size + given.length, workers }
    // Nobody else may take those that were given.
    const mine = [...given, ...shuffled(free).slice(0, sharesToTake(division))]
    for (const key of await this.identity.takeShares(mine)) this.held.add(key)
    await this.adjust()
    const { size: count } = this.held
    if (!lacksShares({ ...division, held: count })) return
    const accounts = this.registries.isSelective
      ? shuffled(this.registries.served.map(({ account }) => account)).slice(0, MOST_NAMED)
      : undefined
    await this.identity.askForShares({ count, workers, accounts })
  }

  /**
   * Hands over shares of idle accounts to a worker that has fewer. They are never free in between: any worker would take them,
   * and they would be asked for again.
   */
  private async giveUp({ worker, count, workers, accounts }: SharesWanted): Promise<void> {
    const most = sharesToGive({ all: this.keys().length, held: this.held.size, asked: count, workers })
    if (most === 0) return
    const idle = [...this.held].filter((key) => {
      const account = accountIn(key)
      return this.runner.busy(account) === 0 && (accounts === undefined || accounts.includes(account))
    })
    const keys = shuffled(idle).slice(0, most)
    if (await this.stop(keys)) await this.identity.handOverShares(keys, worker)
  }

  private async release(keys: readonly string[]): Promise<void> {
    if (await this.stop(keys)) await this.identity.releaseShares(keys)
  }

  /** Consumes the queues of these shares no longer. Returns whether there were any. */
  private async stop(keys: readonly string[]): Promise<boolean> {
    for (const key of keys) this.held.delete(key)
    if (keys.length > 0) await this.adjust()
    return keys.length > 0
  }

  /** Consumes the queues of the accounts of which this worker has shares, and no others. */
  private async adjust(): Promise<void> {
    const wanted = new Map<string, number>()
    for (const account of new Set([...this.held].map(accountIn))) {
      const shares = this.sharesOf(account)
      const held = shares.filter((key) => this.held.has(key)).length
      wanted.set(account, Math.ceil((this.capacityOf(account) * held) / shares.length))
    }
    for (const [account, sessions] of [...this.consumed])
      if (wanted.get(account) !== sessions) {
        this.consumed.delete(account)
        await this.queues.stop(orders(account))
        await this.queues.stop(looks(account))
      }
    for (const [account, sessions] of wanted)
      if (!this.consumed.has(account) && !this.stopped) {
        this.consumed.set(account, sessions)
        await this.queues.consume(orders(account), AHEAD * sessions, (id) => this.runner.run(account, id))
        await this.queues.consume(looks(account), LOOKS, (id) => this.runner.runLook(account, id, sessions))
      }
  }

  /** The shares that this worker may have. */
  private keys(): readonly string[] {
    return this.registries.served.flatMap(({ account }) => this.sharesOf(account))
  }

  private sharesOf(account: string): readonly string[] {
    const known = this.shares.get(account)
    if (known) return known
    const count = Math.ceil(this.capacityOf(account) / SHARE)
    const shares = Array.from({ length: count }, (_, number) => `work/${account}/${number}`)
    this.shares.set(account, shares)
    return shares
  }

  private capacityOf(account: string): number {
    const registry = this.registries.named(account)
    return this.drivers.of(registry).capacity(registry)
  }

  private inTurn(change: () => Promise<void>): void {
    this.turn = this.turn
      .then(change)
      .catch((error: Error) => this.log.warn(`cannot change the accounts that this worker works for: ${error.message}`))
  }
}

function shuffled<Each>(given: readonly Each[]): Each[] {
  return given
    .map((each) => ({ each, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ each }) => each)
}
