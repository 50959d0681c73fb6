import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { WorkerIdentity, type Slot } from '../leases/worker-identity'
import { Registries } from '../registries/registries'
import type { Registry } from '../registries/registry'
import { DrainPollQueue } from './drain-poll-queue'

/** Interval of checks for due polls: the platform's clock may be advanced at any time. */
const CHECK_MS = 250

/** Polls the message queue of every account regularly, in one of all replicas. */
@Injectable()
export class WhenPollDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('poll')
  private readonly dueAt = new Map<Registry, number>()
  private readonly polling = new Map<Registry, Promise<void>>()
  private readonly held = new Map<Registry, Slot>()
  private timer: NodeJS.Timeout | undefined
  private stopped = false

  constructor(
    private readonly queue: DrainPollQueue,
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
    for (const registry of this.registries.all) {
      const { pollMs } = registry
      if (pollMs === undefined || this.polling.has(registry) || now < (this.dueAt.get(registry) ?? 0)) continue
      this.dueAt.set(registry, now + pollMs)
      this.polling.set(
        registry,
        this.poll(registry)
          .catch((error: Error) => this.log.warn(`cannot poll ${registry.account}: ${error.message}`))
          .finally(() => this.polling.delete(registry)),
      )
    }
  }

  /** Holds the lease of the queue while polls succeed, so that the session for it stays in this replica too. */
  private async poll(registry: Registry): Promise<void> {
    const held = this.held.get(registry)
    const lock = held?.isHeld ? held : await this.identity.hold(`${registry.account}/poll`)
    if (!lock) return
    this.held.set(registry, lock)
    try {
      await this.queue.drain(registry, () => this.stopped)
    } catch (error) {
      // Another replica may succeed.
      this.held.delete(registry)
      await lock.release().catch(() => undefined)
      throw error
    }
  }
}
