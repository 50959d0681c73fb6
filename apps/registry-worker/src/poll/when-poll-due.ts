import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { Accounts } from '../accounts/account.store'
import { WorkerIdentity, type Slot } from '../leases/worker-identity'
import { Drivers } from '../operations/drivers'
import { Registries } from '../registries/registries'
import type { RegistryAccount } from '../registries/registry'

/** Interval of checks for due polls: the platform's clock may be advanced at any time. */
const CHECK_MS = 1_000

/** The key of the lease of an account's message queue. */
const leaseOf = ({ account }: RegistryAccount): string => `${account}/poll`

/** Polls every account regularly for changes that others made, in one of all replicas. */
@Injectable()
export class WhenPollDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('poll')
  private readonly dueAt = new Map<RegistryAccount, number>()
  private readonly polling = new Map<RegistryAccount, Promise<void>>()
  private readonly held = new Map<RegistryAccount, Slot>()
  private timer: NodeJS.Timeout | undefined
  private stopped = false

  constructor(
    private readonly drivers: Drivers,
    private readonly accounts: Accounts,
    private readonly identity: WorkerIdentity,
    private readonly registries: Registries,
    private readonly clock: Clock,
    private readonly schedule: Schedule,
  ) {}

  onApplicationBootstrap(): void {
    // The sandbox clock need not stop for a poll: it changes nothing when there is no message.
    this.schedule.add({ nextDue: () => Promise.resolve(undefined), runDue: () => this.pollDue() })
    this.timer = setInterval(() => this.startDue(), CHECK_MS)
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await Promise.all(this.polling.values())
  }

  /** Polls every queue now, due or not. */
  async pollAll(): Promise<void> {
    await Promise.all(this.polling.values())
    this.dueAt.clear()
    await this.pollDue()
  }

  private async pollDue(): Promise<void> {
    this.startDue()
    await Promise.all(this.polling.values())
  }

  private startDue(): void {
    const now = this.clock.epochMs()
    const due = this.registries.served.filter(
      (registry) =>
        registry.pollMs !== undefined && !this.polling.has(registry) && now >= (this.dueAt.get(registry) ?? 0),
    )
    const unheld = due.filter((registry) => !this.held.get(registry)?.isHeld)
    const taken = this.identity.holdSome(unheld.map(leaseOf))
    for (const registry of due) {
      this.dueAt.set(registry, now + registry.pollMs!)
      this.polling.set(
        registry,
        this.poll(registry, taken)
          .catch((error: Error) => this.log.warn(`cannot poll ${registry.account}: ${error.message}`))
          .finally(() => this.polling.delete(registry)),
      )
    }
  }

  /** Holds the lease of the queue while polls succeed, so that the session for it stays in this replica too. */
  private async poll(registry: RegistryAccount, taken: Promise<ReadonlyMap<string, Slot>>): Promise<void> {
    const held = this.held.get(registry)
    const lock = held?.isHeld ? held : (await taken).get(leaseOf(registry))
    if (!lock) return
    this.held.set(registry, lock)
    try {
      if (await this.accounts.isPollPaused(registry.account)) return
      await this.drivers.of(registry).poll(registry, () => this.stopped)
    } catch (error) {
      // Another replica may succeed.
      this.held.delete(registry)
      await lock.release().catch(() => undefined)
      throw error
    }
  }
}
