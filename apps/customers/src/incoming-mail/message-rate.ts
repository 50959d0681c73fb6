import { clientNetwork } from '@nameyard/names/ip-address'

const MINUTE_MS = 60_000

/** Counts the messages of each client network in a minute. Its memory is that of the clients of a minute. */
export class MessageRate {
  private readonly counts = new Map<string, number>()
  private minute = -1

  constructor(
    private readonly most: number,
    private readonly machineMs: () => number,
  ) {}

  /** Counts a message and returns whether the client may send it now. */
  admits(address: string): boolean {
    const minute = Math.floor(this.machineMs() / MINUTE_MS)
    if (minute !== this.minute) this.counts.clear()
    this.minute = minute
    const network = clientNetwork(address)
    const count = (this.counts.get(network) ?? 0) + 1
    this.counts.set(network, count)
    return count <= this.most
  }
}
