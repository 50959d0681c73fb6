import { Injectable } from '@nestjs/common'
import { MessagingServer } from '@nameyard/messaging/server'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { Additions } from '../log/additions'

/** Milliseconds between two looks for events that another process has added. */
const EVERY_MS = 1000

/** Readers that wait at the same time in one process. It carries out 256 requests at the same time. */
const MOST_WAITING = 200

/** A reader that waits for an event. */
export interface WaitingReader {
  /** Resolves with true when there may be a newer event; with false when the reader must not wait any more. */
  readonly woken: Promise<boolean>
  /** Ends the wait. */
  stop(): void
}

interface Waiting {
  readonly account: number
  /** The last event that the reader knows. */
  readonly after: number
  /** `isNews`: whether there may be a newer event. */
  wake(isNews: boolean): void
}

const findNewest = statement<{ accounts: readonly number[] }, { account: number; newest: number }>(
  'events.newest',
  ({ accounts }) => sql`
    select account, last_sequence::float8 as newest from account_log where account = any(${accounts}::integer[])`,
)

/** Readers that wait for the next event of their account. */
@Injectable()
export class WaitingReaders extends SweepTask {
  private readonly waiting = new Set<Waiting>()
  private isEnding = false

  constructor(
    private readonly database: Database,
    additions: Additions,
    server: MessagingServer,
  ) {
    super({ name: 'waiting readers', everyMs: EVERY_MS })
    additions.onAdded((accounts) => this.tell(({ account }) => accounts.has(account)))
    server.ending.addEventListener('abort', () => {
      this.isEnding = true
      for (const reader of [...this.waiting]) reader.wake(false)
    })
  }

  /**
   * Waits for an event of an account after a number, at most so many milliseconds. Begin to wait before you read, so that
   * no event comes between. When too many wait, the one that has waited longest is answered.
   */
  begin(account: number, after: number, ms: number): WaitingReader {
    let stop!: () => void
    const woken = new Promise<boolean>((resolve) => {
      const reader: Waiting = {
        account,
        after,
        wake: (isNews) => {
          clearTimeout(timer)
          this.waiting.delete(reader)
          resolve(isNews)
        },
      }
      stop = () => reader.wake(false)
      const timer = setTimeout(stop, this.isEnding ? 0 : ms)
      this.waiting.add(reader)
    })
    if (this.waiting.size > MOST_WAITING) [...this.waiting][0]!.wake(false)
    return { woken, stop }
  }

  /** Wakes readers of accounts to which another process has added events. */
  protected async sweep(): Promise<void> {
    if (this.waiting.size === 0) return
    const accounts = [...new Set([...this.waiting].map(({ account }) => account))]
    const newest = new Map(
      (await this.database.read(findNewest, { accounts })).map((each) => [each.account, each.newest]),
    )
    this.tell(({ account, after }) => (newest.get(account) ?? 0) > after)
  }

  private tell(isMeant: (reader: Waiting) => boolean): void {
    for (const reader of [...this.waiting]) if (isMeant(reader)) reader.wake(true)
  }
}
