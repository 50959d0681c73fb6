import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'

export interface ClientCertificate {
  readonly cert: string
  readonly key: string
}

/** A TLS socket that sends and receives frames (RFC 5734); it does not read their content. */
export class EppClient {
  private buffer = Buffer.alloc(0)
  private readonly arrived: string[] = []
  private readonly waiting: { resolve(frame: string): void; reject(error: Error): void }[] = []
  /** Settles when the server has ended the connection. */
  readonly closed: Promise<unknown>
  greeting = ''

  private constructor(readonly socket: TLSSocket) {
    this.closed = once(socket, 'close').catch(() => undefined)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => this.take(chunk))
    socket.on('close', () => this.waiting.splice(0).forEach(({ reject }) => reject(new Error('closed'))))
  }

  static async connect(port: number, certificate?: ClientCertificate): Promise<EppClient> {
    const client = new EppClient(connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...certificate }))
    client.greeting = await client.read()
    return client
  }

  read(): Promise<string> {
    const frame = this.arrived.shift()
    if (frame !== undefined) return Promise.resolve(frame)
    if (this.socket.destroyed) return Promise.reject(new Error('closed'))
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }))
  }

  send(message: string | Buffer): void {
    const body = Buffer.from(message)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length + 4)
    this.socket.write(Buffer.concat([length, body]))
  }

  ask(message: string | Buffer): Promise<string> {
    this.send(message)
    return this.read()
  }

  destroy(): void {
    this.socket.destroy()
  }

  private take(chunk: Buffer): void {
    this.buffer = Buffer.concat([this.buffer, chunk])
    while (this.buffer.length >= 4 && this.buffer.length >= this.buffer.readUInt32BE(0)) {
      const length = this.buffer.readUInt32BE(0)
      const frame = this.buffer.subarray(4, length).toString('utf8')
      this.buffer = this.buffer.subarray(length)
      const waiting = this.waiting.shift()
      if (waiting) waiting.resolve(frame)
      else this.arrived.push(frame)
    }
  }
}
