import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { FrameDecoder } from './frame'

/** Certificates, in PEM. The server is always verified, against `ca` if given. */
export interface TlsMaterial {
  readonly ca?: string | Buffer | readonly string[]
  readonly cert?: string | Buffer
  readonly key?: string | Buffer
  /** Of the key, when it is encrypted. */
  readonly passphrase?: string
  /** Name for SNI and for the verification, when it is not `host`. */
  readonly servername?: string
}

export interface ChannelOptions {
  readonly host: string
  /** 700 by RFC 5734 section 6. */
  readonly port: number
  readonly tls: TlsMaterial
  /** Our address to connect from, when the machine has several and the registry knows one. */
  readonly localAddress?: string
  /** Milliseconds for TCP and TLS together. */
  readonly connectMs: number
  /** Ends the connection at once, also after it was opened. */
  readonly signal?: AbortSignal | undefined
}

/** The connection ended, or the wait for a document did. */
class ChannelError extends Error {
  override readonly name = 'ChannelError'
}

/** Splits the bytes of a connection into documents. Throws at a length that cannot be one. */
export interface Decoder {
  push(chunk: Buffer): Buffer[]
}

interface Waiter {
  readonly resolve: (document: Buffer) => void
  readonly reject: (reason: Error) => void
  readonly timer: NodeJS.Timeout
}

/**
 * Documents over TLS, one request and one answer at a time: of EPP (RFC 5734), or in the frames of another decoder. Any
 * irregularity ends the connection: unsolicited bytes, an invalid length, a time-out. A late answer is therefore never
 * taken for the answer to a later command.
 */
export class TlsChannel {
  private waiter: Waiter | undefined
  private failure: Error | undefined
  private readonly closeListeners: ((cause: Error | undefined) => void)[] = []
  private closing = false
  private ended = false

  private constructor(
    private readonly socket: TLSSocket,
    private readonly decoder: Decoder,
    signal: AbortSignal | undefined,
  ) {
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.receive(chunk))
    socket.on('error', (error) => {
      this.failure ??= error
    })
    socket.on('end', () => this.destroy(new ChannelError('the server closed the connection')))
    socket.on('close', () => this.finish())
    const abort = () => this.destroy(new ChannelError('the connection was given up'))
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
    socket.once('close', () => signal?.removeEventListener('abort', abort))
  }

  /** Connects and waits for the first document of the server, the greeting. */
  static async open(options: ChannelOptions, answerMs: number): Promise<{ channel: TlsChannel; first: Buffer }> {
    const channel = new TlsChannel(connect(connectionOptions(options)), new FrameDecoder(), options.signal)
    return { channel, first: await channel.secured(options.connectMs, () => channel.answer(answerMs)) }
  }

  /** Connects to a server that waits for the client to speak first. */
  static async connect(options: ChannelOptions, decoder: Decoder): Promise<TlsChannel> {
    const channel = new TlsChannel(connect(connectionOptions(options)), decoder, options.signal)
    await channel.secured(options.connectMs, () => undefined)
    return channel
  }

  get isOpen(): boolean {
    return !this.closing && this.failure === undefined && !this.socket.destroyed
  }

  /** Sends one frame and returns the document received next. Rejects with the reason when the connection ends first. */
  exchange(frame: Buffer, answerMs: number): Promise<Buffer> {
    const answer = this.answer(answerMs)
    if (this.isOpen) this.socket.write(frame)
    return answer
  }

  /** Closes the connection in an orderly way, if the peer cooperates. */
  close(): void {
    this.closing = true
    this.socket.destroySoon()
  }

  destroy(cause: Error): void {
    this.failure ??= cause
    this.socket.destroy()
  }

  /** Calls back once at the end, with the reason when we did not close; at once when the connection has ended. */
  onClose(listener: (cause: Error | undefined) => void): void {
    if (this.ended) listener(this.failure)
    else this.closeListeners.push(listener)
  }

  private secured<Result>(connectMs: number, begin: () => Result | Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.destroy(new ChannelError(`no TLS session after ${connectMs} ms`)), connectMs)
      this.socket.once('secureConnect', () => {
        clearTimeout(timer)
        // Called without a microtask in between: the greeting may be in the same TCP segment as the end of the handshake.
        resolve(begin())
      })
      this.onClose((cause) => {
        clearTimeout(timer)
        reject(cause ?? new ChannelError('the connection was closed'))
      })
    })
  }

  private answer(answerMs: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (!this.isOpen) return reject(this.failure ?? new ChannelError('the connection is closed'))
      const timer = setTimeout(() => this.destroy(new ChannelError(`no answer after ${answerMs} ms`)), answerMs)
      this.waiter = { resolve, reject, timer }
    })
  }

  private receive(chunk: Buffer): void {
    try {
      for (const document of this.decoder.push(chunk)) {
        if (!this.waiter) throw new ChannelError('the server sent an unsolicited document')
        const { resolve, timer } = this.waiter
        this.waiter = undefined
        clearTimeout(timer)
        resolve(document)
      }
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  private finish(): void {
    this.ended = true
    if (this.waiter) {
      clearTimeout(this.waiter.timer)
      this.waiter.reject(this.failure ?? new ChannelError('the connection was closed'))
      this.waiter = undefined
    }
    for (const listener of this.closeListeners) listener(this.failure)
  }
}

function connectionOptions({ host, port, tls, localAddress }: ChannelOptions): ConnectionOptions {
  const { ca, ...material } = tls
  // Set explicitly, since the process may allow unverified peers: this connection carries registry passwords.
  return {
    host,
    port,
    ...(localAddress !== undefined && { localAddress }),
    ...material,
    ...(ca === undefined ? {} : { ca: typeof ca === 'string' || Buffer.isBuffer(ca) ? ca : [...ca] }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
  }
}
