import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { statement } from '@nameyard/persistence/statement'
import type { Tx } from '@nameyard/persistence/database'
import { DatabaseWatch } from '@nameyard/persistence/database-watch'
import { GuardedClient, SESSION_OPTIONS } from '@nameyard/persistence/guarded-client'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'

const CHANNEL = 'domains_settled'
const RECONNECT_MS = 1_000

const announce = statement('domains.announce-settled', `select pg_notify('${CHANNEL}', $1)`)

/**
 * Tells waiting orders that the registry has answered their operation, whichever replica heard it. A hint and no more:
 * whoever waits reads the row when the hint comes or its time is up, so a lost one only costs the wait.
 */
@Injectable()
export class Settlements implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('settlements')
  private readonly waiting = new Map<string, Set<() => void>>()
  private listener: GuardedClient | undefined
  private retry: NodeJS.Timeout | undefined
  private stopped = false

  constructor(
    @Inject(DOMAINS_CONFIG) private readonly config: DomainsConfig,
    @Inject(DatabaseWatch) private readonly watch: DatabaseWatch,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.listen()
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true
    clearTimeout(this.retry)
    for (const operationId of this.waiting.keys()) this.wake(operationId)
    await this.listener?.end().catch(() => undefined)
  }

  /** Announces an answer of the registry, an end or that the operation is pending, when the transaction commits. */
  async announce(tx: Tx, operationId: string): Promise<void> {
    await tx.query(announce, [operationId])
  }

  /**
   * Begins to listen for one settlement: call it before the operation is committed, and the result afterwards with
   * the longest wait in milliseconds. Holds no connection of the pool.
   */
  expect(operationId: string): { within(milliseconds: number): Promise<void>; forget(): void } {
    let wake = () => {}
    const settled = new Promise<void>((resolve) => (wake = resolve))
    const waiting = this.waiting.get(operationId) ?? new Set()
    this.waiting.set(operationId, waiting.add(wake))
    const forget = () => {
      waiting.delete(wake)
      if (waiting.size === 0) this.waiting.delete(operationId)
    }
    return {
      forget,
      async within(milliseconds) {
        const timer = setTimeout(wake, Math.max(0, milliseconds))
        await settled
        clearTimeout(timer)
        forget()
      },
    }
  }

  private wake(operationId: string): void {
    for (const wake of this.waiting.get(operationId) ?? []) wake()
  }

  private async listen(): Promise<void> {
    const client = new GuardedClient({
      connectionString: this.config.DATABASE_URL,
      application_name: 'nameyard-domains-settled',
      options: SESSION_OPTIONS,
      watch: this.watch,
    })
    client.on('notification', ({ payload }) => payload !== undefined && this.wake(payload))
    client.on('error', () => this.listenAgain(client))
    client.on('end', () => this.listenAgain(client))
    this.listener = client
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      if (this.stopped) await client.end()
    } catch (error) {
      if (!this.stopped) this.log.warn(`orders wait their full time for the registry: ${(error as Error).message}`)
      this.listenAgain(client)
    }
  }

  /** A connection tells of its end more than once; only the first time counts. */
  private listenAgain(lost: GuardedClient): void {
    if (this.listener !== lost) return
    this.listener = undefined
    void lost.end().catch(() => undefined)
    if (this.stopped) return
    clearTimeout(this.retry)
    this.retry = setTimeout(() => void this.listen(), RECONNECT_MS)
  }
}
