import { setTimeout as pause } from 'node:timers/promises'
import { unrulyBroker } from '@nameyard/e2e/unruly-broker'
import { REGISTRY_LINK, type Installation } from '../installation/installation'
import type { Random } from '../random'

/** How many of ten disturbances break the connection to the registry. */
const REGISTRY_OF_TEN = 3

const weights = { cut: 3, silence: 2, 'half-open': 2, slow: 3, unruly: 2 } as const

/** Breaks and slows connections, and delivers messages late, reordered and more than once. */
export class LinkDisturbance {
  constructor(
    private readonly installation: Installation,
    private readonly random: Random,
  ) {}

  /** Disturbs one connection, and ends the disturbance. Returns what happened. */
  async step(): Promise<string> {
    const { random, installation } = this
    const kind = random.weighted(weights)
    const any = random.one([...installation.links.keys()])
    const link = random.between(1, 10) <= REGISTRY_OF_TEN ? REGISTRY_LINK : any
    const proxy = installation.links.get(link)!
    const ms = random.between(500, 6_000)
    const delayMs = random.between(20, 200)
    switch (kind) {
      case 'cut':
        proxy.cut()
        break
      case 'silence':
        proxy.silence()
        break
      case 'half-open':
        // The registry counts a session until it ends: new ones beside silent ones would exceed its limit.
        if (link === REGISTRY_LINK) proxy.silence()
        else proxy.silenceOpen()
        break
      case 'slow':
        proxy.slow(delayMs)
        break
      case 'unruly':
        return this.disorder(ms)
    }
    await pause(ms)
    // Connections that were silent end now, as when a firewall answers again with a reset.
    if (kind === 'silence' || (kind === 'half-open' && link === REGISTRY_LINK)) proxy.cut()
    proxy.restore()
    return `${kind} ${link} for ${ms} ms`
  }

  private async disorder(ms: number): Promise<string> {
    try {
      const unruly = await unrulyBroker(this.installation.amqpUrl, this.random.next)
      await pause(ms)
      await unruly.close()
    } catch (error) {
      // The broker was killed meanwhile: it delivers the messages again.
      return `messages repeated until the broker failed: ${(error as Error).message}`
    }
    return `messages repeated for ${ms} ms`
  }
}
