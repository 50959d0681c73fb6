import type { Server } from 'node:net'
import { clientNetwork } from '@nameyard/names/ip-address'
import type { IsTrusted } from './trusted-proxies'

/**
 * Limits the open connections of one network, over all listeners. A connection over the limit is closed before its TLS
 * handshake. The connections of a trusted proxy do not count: they are those of all its clients.
 */
export class ConnectionLimit {
  private readonly open = new Map<string, number>()

  constructor(
    private readonly most: number,
    private readonly isTrusted: IsTrusted,
  ) {}

  guard(server: Server): void {
    // Before the listener that begins the TLS handshake.
    server.prependListener('connection', (socket) => {
      const address = socket.remoteAddress
      if (address === undefined || this.isTrusted(address)) return
      const network = clientNetwork(address)
      const open = this.open.get(network) ?? 0
      if (open >= this.most) return void socket.destroy()
      this.open.set(network, open + 1)
      socket.once('close', () => this.ended(network))
    })
  }

  private ended(network: string): void {
    const left = this.open.get(network)! - 1
    if (left > 0) this.open.set(network, left)
    else this.open.delete(network)
  }
}
