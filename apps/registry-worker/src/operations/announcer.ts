import { Injectable, Logger } from '@nestjs/common'
import { WorkQueues } from '@nameyard/messaging/work-queues'
import { Batcher } from '@nameyard/persistence/batcher'
import { Clock } from '@nameyard/runtime/clock'
import {
  Announcements,
  keyOf,
  MOST_ANNOUNCED,
  type AccountQueue,
  type Ended,
  type Runnable,
} from './announcement.store'
import { COMMITS_AT_ONCE } from './journal-statements'

/** Milliseconds after which a statement that ends an operation has probably been committed. */
const SETTLED_MS = 200

/**
 * Sends a message to the queue of its account for each operation that can run. Never rejects: the rows show what was not
 * announced, and it is announced later.
 */
@Injectable()
export class Announcer {
  private readonly log = new Logger('announcer')
  private announcing: Promise<void> | undefined
  private again = false
  private stopped = false
  private later: NodeJS.Timeout | undefined
  private laterAgain = false
  private readonly ends = new Batcher(
    async (ended: readonly Ended[]) => {
      await this.send(await this.store.takeBehind(ended, this.clock.now()))
      return ended.map(() => undefined)
    },
    { concurrency: COMMITS_AT_ONCE },
  )

  constructor(
    private readonly store: Announcements,
    private readonly queues: WorkQueues,
    private readonly clock: Clock,
  ) {}

  /** Announces everything that can run and is not announced, in the background. */
  wake(): void {
    if (this.stopped) return
    if (this.announcing) {
      this.again = true
      return
    }
    this.announcing = this.announceAll()
      .catch((error: Error) => this.log.warn(`cannot announce operations: ${error.message}`))
      .finally(() => {
        this.announcing = undefined
        if (!this.again) return
        this.again = false
        this.wake()
      })
  }

  /**
   * Looks a little later for what can run: an operation was not announced or claimed because of another one, whose end was
   * perhaps being written and did not see it.
   */
  wakeLater(): void {
    if (this.stopped) return
    this.laterAgain = this.later !== undefined
    this.later ??= setTimeout(() => {
      this.later = undefined
      this.wake()
      // Too early for what came meanwhile.
      if (this.laterAgain) this.wakeLater()
    }, SETTLED_MS)
  }

  /** Announces nothing more by itself. */
  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.later)
    await this.announcing
  }

  /** Announces a stored operation that counts as announced; otherwise looks again whether it can run by now. */
  async submitted(operation: Ended & Runnable, isAnnounced: boolean): Promise<void> {
    if (isAnnounced) return this.send([operation])
    await this.ended(operation)
    this.wakeLater()
  }

  /**
   * Announces what can run after an execution: operations that waited for it, and itself if a message of its registry woke
   * it. After the commit. Not needed when the statement that ended the operation saw nothing that waits: what is stored
   * later is announced by its submission.
   */
  async ended(operation: Ended): Promise<void> {
    await this.ends
      .add(operation)
      .catch((error: Error) => this.log.warn(`cannot announce what is behind ${operation.object}: ${error.message}`))
  }

  /** Finds messages that were lost: long on their way, with an empty queue. */
  async findLost(): Promise<void> {
    const empty: AccountQueue[] = []
    for (const queue of await this.store.overdueQueues())
      if ((await this.queues.depth(keyOf(queue))) === 0) empty.push(queue)
    if (empty.length > 0) await this.store.forgetLost(empty)
  }

  private async announceAll(): Promise<void> {
    while (this.queues.isOpen && !this.stopped) {
      const found = await this.store.takeRunnable(this.clock.now())
      await this.send(found)
      if (found.length < MOST_ANNOUNCED) return
    }
  }

  private async send(operations: readonly Runnable[]): Promise<void> {
    if (operations.length === 0) return
    const unsent = await this.queues.announce(operations.map((each) => ({ id: each.id, key: keyOf(each) })))
    if (unsent.length > 0) await this.store.forget(unsent.map(({ id }) => id)).catch(() => undefined)
  }
}
