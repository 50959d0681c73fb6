import { isIPv4, type Socket } from 'node:net'

/**
 * The open TCP connections of clients. The number per client is limited. When the total limit is reached, the connection
 * that was idle longest is closed (RFC 7766 sections 6.2.2 and 6.2.3).
 */
export class TcpConnections {
  /** The connection that was idle longest is first. */
  private readonly open = new Map<Socket, string>()
  private readonly perClient = new Map<string, number>()

  constructor(
    private readonly most: number,
    private readonly mostPerClient: number,
  ) {}

  /** Returns whether the connection is accepted; otherwise closes it. */
  admit(socket: Socket): boolean {
    const client = clientOf(socket.remoteAddress)
    const held = this.perClient.get(client) ?? 0
    if (client === '' || held >= this.mostPerClient) {
      socket.destroy()
      return false
    }
    const [idlest] = this.open.keys()
    if (this.open.size >= this.most && idlest) this.release(idlest)
    this.open.set(socket, client)
    this.perClient.set(client, held + 1)
    socket.on('close', () => this.release(socket))
    return true
  }

  /** Marks a connection as active: its client has sent something. */
  used(socket: Socket): void {
    const client = this.open.get(socket)
    if (client === undefined) return
    this.open.delete(socket)
    this.open.set(socket, client)
  }

  closeAll(): void {
    for (const socket of [...this.open.keys()]) this.release(socket)
  }

  private release(socket: Socket): void {
    const client = this.open.get(socket)
    if (client === undefined) return
    this.open.delete(socket)
    const left = this.perClient.get(client)! - 1
    if (left > 0) this.perClient.set(client, left)
    else this.perClient.delete(client)
    socket.destroy()
  }
}

/** Returns the client of an address: for IPv6 the /64, because one host can use all of its addresses. */
function clientOf(address: string | undefined): string {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  if (plain === '' || isIPv4(plain)) return plain
  const [front = '', back] = plain.split('%', 1)[0]!.split('::')
  const groups = front.split(':').filter(Boolean)
  const behind = back?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - groups.length - behind.length }, () => '0')
  return [...groups, ...zeros, ...behind].slice(0, 4).join(':')
}
