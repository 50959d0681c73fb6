import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { Batcher } from '@nameyard/persistence/batcher'
import { Database, type Tx } from '@nameyard/persistence/database'
import { DatabaseWatch } from '@nameyard/persistence/database-watch'
import { GuardedClient, SESSION_OPTIONS } from '@nameyard/persistence/guarded-client'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'

const CHANNEL = 'domains_settled'
const RECONNECT_MS = 1_000

const announce = statement<{ readonly operationIds: readonly string[] }>(
  'domains.announce-settled',
  ({ operationIds }) => sql`select pg_notify(${raw(`'${CHANNEL}'`)}, id) from unnest(${operationIds}::text[]) id`,
)

/**
 * Wakes waiting orders when the registry has answered their operation, on whichever replica the answer arrived. It is only
 * a hint: the order reads the row when it is woken or its time is up, so a lost notification costs the wait alone.
 */
@Injectable()
export class Settlements implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('settlements')
  private readonly waiting = new Map<string, Set<() => void>>()
  private listener: GuardedClient | undefined
  private retry: NodeJS.Timeout | undefined
  private stopped = false
  private readonly announced = new Batcher<string, void>(async (operationIds) => {
    await this.database.read(announce, { operationIds })
    return operationIds.map(() => undefined)
  })

  constructor(
    private readonly database: Database,
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

  /**
   * Announces an answer of the registry, final or pending, after the commit of the transaction. A transaction with a
   * notification commits under a lock of the whole database cluster, one at a time, so notifications are sent apart from
   * it and together.
   */
  announce(tx: Tx, operationId: string): void {
    tx.afterCommit(() => {
      this.wake(operationId)
      this.announced
        .add(operationId)
        .catch((error: Error) => this.log.warn(`a waiting order was not woken: ${error.message}`))
    })
  }

  /** Starts to listen for one settlement. `within` then waits for it at most so many milliseconds, without a connection. */
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
      if (!this.stopped)
        this.log.warn(
          `orders wait their full time for the registry, since notifications are lost: ${(error as Error).message}`,
        )
      this.listenAgain(client)
    }
  }

  /** A connection can report its end more than once; only the first report counts. */
  private listenAgain(lost: GuardedClient): void {
    if (this.listener !== lost) return
    this.listener = undefined
    void lost.end().catch(() => undefined)
    if (this.stopped) return
    clearTimeout(this.retry)
    this.retry = setTimeout(() => void this.listen(), RECONNECT_MS)
  }
}
