/** Goes that may be under way before further requests gather: one more than the one whose commit is waited for. */
const PLACES = 2

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

/**
 * Does together what is asked for at the same time: while goes are under way, further requests wait for the next one.
 * A lone request goes at the end of its turn of the event loop; many share one statement and one commit.
 */
export class Gather<Item, Result> {
  private waiting: Waiting<Item, Result>[] = []
  private taken = 0
  private scheduled = false

  /** @param run gives a result for each item, in their order; when it throws, each item is tried alone. */
  constructor(private readonly run: (items: readonly Item[]) => Promise<readonly Result[]>) {}

  ask(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject })
      this.schedule()
    })
  }

  private schedule(): void {
    if (this.scheduled || this.waiting.length === 0 || this.taken >= PLACES) return
    this.scheduled = true
    setImmediate(() => {
      this.scheduled = false
      const asked = this.waiting.splice(0)
      this.taken++
      void this.go(asked).finally(() => {
        this.taken--
        this.schedule()
      })
    })
  }

  private async go(asked: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.run(asked.map(({ item }) => item))
      asked.forEach(({ resolve }, index) => resolve(results[index]!))
    } catch (error) {
      if (asked.length === 1) return asked[0]!.reject(error as Error)
      // One that cannot be carried out must not take the others with it.
      for (const each of asked) await this.go([each])
    }
  }
}
