import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'

/** A TLS socket that sends and receives the frames of RRI: a length that does not count itself, then text. */
export class RriClient {
  private buffer = Buffer.alloc(0)
  private readonly arrived: string[] = []
  private waiting: ((answer: string) => void) | undefined
  /** Settles when the server has ended the connection. */
  readonly closed: Promise<unknown>

  private constructor(readonly socket: TLSSocket) {
    this.closed = once(socket, 'close').catch(() => undefined)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => this.take(chunk))
  }

  static async connect(port: number): Promise<RriClient> {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    return new RriClient(socket)
  }

  /** Sends lines and returns the answer. Rejects when the server ends the connection instead. */
  ask(...lines: readonly string[]): Promise<string> {
    const body = Buffer.from(lines.join('\n'))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    this.socket.write(Buffer.concat([length, body]))
    const answer = this.arrived.shift()
    if (answer !== undefined) return Promise.resolve(answer)
    return Promise.race([
      new Promise<string>((resolve) => (this.waiting = resolve)),
      this.closed.then(() => Promise.reject(new Error('closed'))),
    ])
  }

  destroy(): void {
    this.socket.destroy()
  }

  private take(chunk: Buffer): void {
    this.buffer = Buffer.concat([this.buffer, chunk])
    while (this.buffer.length >= 4 && this.buffer.length >= 4 + this.buffer.readUInt32BE(0)) {
      const end = 4 + this.buffer.readUInt32BE(0)
      const answer = this.buffer.subarray(4, end).toString('utf8')
      this.buffer = this.buffer.subarray(end)
      if (this.waiting) this.waiting(answer)
      else this.arrived.push(answer)
      this.waiting = undefined
    }
  }
}
