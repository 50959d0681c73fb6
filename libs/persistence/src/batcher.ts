import { Unavailable } from '@nameyard/contracts/unavailable'

interface Pending<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

interface BatcherOptions {
  /** Batches that run at the same time; further items wait for the next one. */
  readonly concurrency?: number
  /** Most items of one batch. When a batch fails, each of its items runs again alone. */
  readonly limit?: number
  /** Called when no item waits or runs any more. */
  readonly onIdle?: () => void
}

/**
 * Runs items that arrive while a batch is running in the next batch, with one statement. A single item does not wait
 * for others: it runs at the end of its turn of the event loop. When a batch fails, each of its items runs again alone,
 * so that only the faulty item fails.
 */
export class Batcher<Item, Result> {
  private pending: Pending<Item, Result>[] = []
  private running = 0
  private isScheduled = false
  private readonly concurrency: number
  private readonly limit: number
  private readonly onIdle: (() => void) | undefined

  constructor(
    private readonly runBatch: (items: readonly Item[]) => Promise<readonly Result[]>,
    { concurrency = 1, limit = 64, onIdle }: BatcherOptions = {},
  ) {
    this.concurrency = concurrency
    this.limit = limit
    this.onIdle = onIdle
  }

  /** Adds an item to the next batch; returns the result of the item. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.pending.push({ item, resolve, reject })
      this.schedule()
    })
  }

  private schedule(): void {
    if (this.isScheduled || this.pending.length === 0 || this.running >= this.concurrency) return
    this.isScheduled = true
    setImmediate(() => {
      this.isScheduled = false
      this.running++
      void this.settle(this.pending.splice(0, this.limit)).finally(() => {
        this.running--
        if (this.running === 0 && this.pending.length === 0) this.onIdle?.()
        this.schedule()
      })
      this.schedule()
    })
  }

  /** Returns the error when the database is unavailable: the following items fail with it at once. */
  private async settle(batch: readonly Pending<Item, Result>[]): Promise<Unavailable | undefined> {
    try {
      const results = await this.runBatch(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, at) => resolve(results[at]!))
      return undefined
    } catch (error) {
      if (batch.length === 1) {
        batch[0]!.reject(error)
        return error instanceof Unavailable ? error : undefined
      }
      let outage: Unavailable | undefined
      for (const each of batch) {
        if (outage) each.reject(outage)
        else outage = await this.settle([each])
      }
      return outage
    }
  }
}

/** A batcher for each key, for items of one key that must not run at the same time, such as orders of one account. */
export class KeyedBatcher<Key, Item, Result> {
  private readonly batchers = new Map<Key, Batcher<Item, Result>>()

  constructor(
    private readonly runBatch: (key: Key, items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly options: Omit<BatcherOptions, 'onIdle'> = {},
  ) {}

  /** Adds an item to the next batch of its key; returns the result of the item. */
  add(key: Key, item: Item): Promise<Result> {
    const known = this.batchers.get(key)
    if (known) return known.add(item)
    const onIdle = () => this.batchers.delete(key)
    const batcher = new Batcher<Item, Result>((items) => this.runBatch(key, items), { ...this.options, onIdle })
    this.batchers.set(key, batcher)
    return batcher.add(item)
  }
}
