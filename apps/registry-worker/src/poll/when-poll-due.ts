import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { WorkerIdentity, type Slot } from '../operations/worker-identity'
import { Registries } from '../registries/registries'
import type { Registry } from '../registries/registry'
import { DrainPollQueue } from './drain-poll-queue'

/** The platform's clock may be moved: whether a poll is due is looked at this often. */
const LOOK_MS = 250

/** Looks regularly into the message queue of every account; one of all replicas does. */
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
    // A poll changes nothing unless the registry has something to say: nobody need move the time for it.
    this.schedule.add({ nextDue: () => Promise.resolve(undefined), runDue: () => this.pollDue() })
    this.timer = setInterval(() => this.look(), LOOK_MS)
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await Promise.all(this.polling.values())
  }

  /** Looks into every queue now, due or not. */
  async pollAll(): Promise<void> {
    await Promise.all(this.polling.values())
    this.dueAt.clear()
    await this.pollDue()
  }

  private async pollDue(): Promise<void> {
    this.look()
    await Promise.all(this.polling.values())
  }

  private look(): void {
    const now = this.clock.epochMs()
    for (const registry of this.registries.all) {
      const { pollMs } = registry
      if (pollMs === undefined || this.polling.has(registry) || now < (this.dueAt.get(registry) ?? 0)) continue
      this.dueAt.set(registry, now + pollMs)
      this.polling.set(
        registry,
        this.poll(registry)
          .catch((error: Error) => this.log.warn(`messages of ${registry.account} wait: ${error.message}`))
          .finally(() => this.polling.delete(registry)),
      )
    }
  }

  /** Keeps the queue to itself while it can empty it: the session for it stays here as well. */
  private async poll(registry: Registry): Promise<void> {
    const held = this.held.get(registry)
    const lock = held?.isHeld ? held : await this.identity.hold(`${registry.account}/poll`)
    if (!lock) return
    this.held.set(registry, lock)
    try {
      await this.queue.drain(registry, () => this.stopped)
    } catch (error) {
      // Another replica may be luckier.
      this.held.delete(registry)
      await lock.release().catch(() => undefined)
      throw error
    }
  }
}
