/** How long a routine look waits for room: less than the time after which its message would count as lost. */
const PATIENCE_MS = 20_000

/** The operations that this worker is claiming or executing. */
export class InHand {
  private readonly running = new Map<string, { readonly account: string; readonly end: Promise<void> }>()

  /** Counts an operation until its work has ended. */
  add(account: string, id: string, work: Promise<void>): Promise<void> {
    const end = work.finally(() => this.running.delete(id))
    this.running.set(id, { account, end })
    return end
  }

  has(id: string): boolean {
    return this.running.has(id)
  }

  /** How many operations of an account are in hand. */
  busy(account: string): number {
    return this.of(account).length
  }

  /** Resolves when an operation is not in hand. */
  async without(id: string): Promise<void> {
    for (let found = this.running.get(id); found; found = this.running.get(id)) await found.end.catch(() => undefined)
  }

  /** Resolves when all that is in hand now has ended. */
  async ended(): Promise<void> {
    await settled([...this.running.values()].map(({ end }) => end))
  }

  /**
   * Resolves when fewer operations of an account are in hand than it has sessions. Under a load that never ends it resolves
   * after a while all the same, so that routine looks are late and not left out.
   */
  async room(account: string, sessions: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(() => resolve(void (isOver = true)), PATIENCE_MS)
    })
    try {
      while (!isOver && this.busy(account) >= sessions)
        await Promise.race([over, ...this.of(account).map(({ end }) => end.catch(() => undefined))])
    } finally {
      clearTimeout(timer)
    }
  }

  private of(account: string) {
    return [...this.running.values()].filter((each) => each.account === account)
  }
}

const settled = (ends: readonly Promise<void>[]) => Promise.all(ends.map((end) => end.catch(() => undefined)))
