import type { Socket } from 'node:net'
import { authenticate, type Credentials } from './authentication'
import { Channel, type ChannelConnection } from './channel'
import { FrameParser, frameType, FrameWriter, type Frame } from './frames'
import type { Journal } from './journal'
import { decodeMethod, methods, type Arguments, type Method } from './methods'
import { ProtocolError, replyCode, type ReplyCode } from './reply-code'
import type { VirtualHost } from './virtual-host'
import { Reader, type FieldTable } from './wire'

const protocolHeader = Buffer.from('AMQP\x00\x00\x09\x01', 'latin1')
const channelMax = 2047
const frameMax = 131072
/** Seconds; RabbitMQ's default. */
const heartbeat = 60
const handshakeTimeout = 10_000
const closeTimeout = 2_000
/** Bytes waiting for the client to read, above which its consumers get no deliveries. */
const deliveryBacklog = 1024 * 1024
/** Bytes waiting for the client to read, above which it counts as dead: replies cannot be held back. */
const deadBacklog = 256 * 1024 * 1024

/** The broker of a connection, as the connection sees it. */
export interface ConnectionHost {
  readonly credentials: Credentials
  readonly journal: Journal | undefined
  readonly maxMessageBytes: number
  /** Returns the virtual host of that name; creates it when it does not exist and may be created. */
  virtualHost(name: string): VirtualHost | undefined
  closed(connection: Connection): void
}

type Phase = 'header' | 'start' | 'tune' | 'open' | 'running' | 'closing' | 'closed'

/** The connection of one client: handshake, channels, heartbeats and closing. */
export class Connection implements ChannelConnection {
  readonly writer: FrameWriter
  user = ''
  /** Set by connection.open. */
  vhost!: VirtualHost
  private phase: Phase = 'header'
  private header: Buffer = Buffer.alloc(0)
  private readonly parser = new FrameParser(frameMax)
  private readonly channels = new Map<number, Channel>()
  /** Channels that an error closed and whose close-ok is missing: their frames are ignored. */
  private readonly closingChannels = new Set<number>()
  private capabilities: FieldTable = {}
  private timer: NodeJS.Timeout | undefined
  private hasReceived = true
  private silentBeats = 0
  private isFull = false

  constructor(
    private readonly socket: Socket,
    private readonly host: ConnectionHost,
  ) {
    this.writer = new FrameWriter(socket)
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.receive(chunk))
    socket.on('drain', () => this.resumeDeliveries())
    // The 'close' event follows and cleans up.
    socket.on('error', () => undefined)
    socket.on('close', () => this.ended())
    this.timer = setTimeout(() => socket.destroy(), handshakeTimeout)
  }

  get journal(): Journal | undefined {
    return this.host.journal
  }

  get maxMessageBytes(): number {
    return this.host.maxMessageBytes
  }

  get takesDeliveries(): boolean {
    if (this.phase !== 'running') return false
    const { backlog } = this.writer
    if (backlog > deadBacklog) this.socket.destroy()
    this.isFull = backlog > deliveryBacklog
    return !this.isFull
  }

  get wantsCancelNotice(): boolean {
    return this.capabilities['consumer_cancel_notify'] === true
  }

  /** Sends connection.blocked when the broker's memory is nearly full, and connection.unblocked afterwards. */
  signalMemory(alarmed: boolean): void {
    if (this.phase !== 'running' || this.capabilities['connection.blocked'] !== true) return
    if (alarmed) this.writer.method(0, 'connection.blocked', { reason: 'low on memory' })
    else this.writer.method(0, 'connection.unblocked', {})
  }

  /** Closes the connection from the broker's side. */
  close(code: ReplyCode, replyText: string, culprit?: Method): void {
    if (this.phase === 'closing' || this.phase === 'closed') return
    if (this.phase === 'header') return void this.socket.destroy()
    this.endChannels()
    this.phase = 'closing'
    this.writer.method(0, 'connection.close', closeArguments(code, replyText, culprit))
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.socket.destroy(), closeTimeout)
  }

  /** Passes a frame to its channel; a refusal closes the channel or the connection with its reply code. */
  passToChannel(channel: Channel, frame: Frame): void {
    if (this.phase !== 'running' || this.channels.get(channel.number) !== channel) return
    try {
      channel.receive(frame)
    } catch (error) {
      const refusal = asProtocolError(error)
      const culprit = frame.type === frameType.method ? methodOf(frame) : undefined
      if (refusal.closesConnection) return this.close(refusal.code, refusal.message, culprit)
      this.closingChannels.add(channel.number)
      this.endChannel(channel)
      this.writer.method(channel.number, 'channel.close', closeArguments(refusal.code, refusal.message, culprit))
    }
  }

  /** Called by a channel that the client closes, after all earlier frames are processed. */
  channelClosedByClient(channel: Channel): void {
    this.endChannel(channel)
    this.writer.method(channel.number, 'channel.close-ok', {})
  }

  private receive(chunk: Buffer): void {
    this.hasReceived = true
    let bytes = chunk
    if (this.phase === 'header') {
      this.header = Buffer.concat([this.header, chunk])
      if (this.header.length < protocolHeader.length) return
      if (!this.header.subarray(0, protocolHeader.length).equals(protocolHeader)) {
        // AMQP 0-9-1 section 4.2.2: reply with the supported version and close.
        this.socket.end(protocolHeader)
        this.phase = 'closed'
        return
      }
      bytes = this.header.subarray(protocolHeader.length)
      this.start()
    }
    try {
      for (const frame of this.parser.push(bytes)) this.take(frame)
    } catch (error) {
      const refusal = asProtocolError(error)
      this.close(refusal.code, refusal.message)
    }
  }

  private start(): void {
    this.phase = 'start'
    this.writer.method(0, 'connection.start', {
      versionMajor: 0,
      versionMinor: 9,
      serverProperties: {
        product: 'Nameyard embedded broker',
        capabilities: {
          publisher_confirms: true,
          'basic.nack': true,
          consumer_cancel_notify: true,
          'connection.blocked': true,
          per_consumer_qos: true,
          authentication_failure_close: true,
        },
      },
      mechanisms: Buffer.from('PLAIN'),
      locales: Buffer.from('en_US'),
    })
  }

  private take(frame: Frame): void {
    if (this.phase === 'closed') return
    if (frame.type === frameType.heartbeat) return
    if (frame.channel === 0) {
      if (frame.type !== frameType.method) throw new ProtocolError(replyCode.unexpectedFrame, 'content on channel 0')
      return this.control(decodeMethod(new Reader(frame.payload)))
    }
    if (this.phase === 'closing') return
    if (this.phase !== 'running') throw new ProtocolError(replyCode.commandInvalid, 'the connection is not open')
    const channel = this.channels.get(frame.channel)
    if (channel) return this.passToChannel(channel, frame)
    const name = frame.type === frameType.method ? methodOf(frame).name : undefined
    if (this.closingChannels.has(frame.channel)) {
      if (name === 'channel.close') this.writer.method(frame.channel, 'channel.close-ok', {})
      else if (name === 'channel.close-ok') this.closingChannels.delete(frame.channel)
      return
    }
    if (name !== 'channel.open' || frame.channel > channelMax) {
      throw new ProtocolError(replyCode.channelError, `channel ${frame.channel} is not open`)
    }
    this.channels.set(frame.channel, new Channel(frame.channel, this))
    this.writer.method(frame.channel, 'channel.open-ok', { channelId: Buffer.alloc(0) })
  }

  /** Methods of the connection itself. */
  private control(method: Method): void {
    if (method.name === 'connection.close-ok') return void this.socket.end()
    if (this.phase === 'closing') return
    if (method.name === 'connection.close') {
      this.endChannels()
      this.phase = 'closed'
      this.writer.method(0, 'connection.close-ok', {})
      this.writer.flushNow()
      return void this.socket.end()
    }
    if (this.phase === 'start' && method.name === 'connection.start-ok') return this.logIn(method.args)
    if (this.phase === 'tune' && method.name === 'connection.tune-ok') return this.tune(method.args)
    if (this.phase === 'open' && method.name === 'connection.open') return this.open(method.args.virtualHost)
    throw new ProtocolError(replyCode.commandInvalid, `${method.name} is not expected now`)
  }

  private logIn({ mechanism, response, clientProperties }: Arguments<'connection.start-ok'>): void {
    const capabilities = clientProperties['capabilities']
    if (typeof capabilities === 'object' && capabilities) this.capabilities = capabilities as FieldTable
    const user = authenticate(mechanism, response, this.host.credentials)
    if (user === undefined) {
      if (this.capabilities['authentication_failure_close'] !== true) return void this.socket.destroy()
      return this.close(replyCode.accessRefused, 'ACCESS_REFUSED - login was refused')
    }
    this.user = user
    this.phase = 'tune'
    this.writer.method(0, 'connection.tune', { channelMax, frameMax, heartbeat })
  }

  private tune(agreed: Arguments<'connection.tune-ok'>): void {
    const agreedFrameMax = agreed.frameMax || frameMax
    if (agreedFrameMax > frameMax || agreedFrameMax < 4096) {
      throw new ProtocolError(replyCode.notAllowed, `frame_max ${agreed.frameMax} is out of range`)
    }
    this.writer.frameMax = agreedFrameMax
    clearTimeout(this.timer)
    this.timer = agreed.heartbeat > 0 ? setInterval(() => this.beat(), agreed.heartbeat * 500) : undefined
    this.phase = 'open'
  }

  private open(name: string): void {
    const vhost = this.host.virtualHost(name)
    if (!vhost) throw new ProtocolError(replyCode.notAllowed, `vhost '${name}' not found`)
    this.vhost = vhost
    this.phase = 'running'
    this.writer.method(0, 'connection.open-ok', { knownHosts: '' })
    if (vhost.memory.isAlarmed) this.signalMemory(true)
  }

  /** Runs every half interval: sends a heartbeat, and closes a connection silent for two intervals (section 4.2.7). */
  private beat(): void {
    this.silentBeats = this.hasReceived ? 0 : this.silentBeats + 1
    this.hasReceived = false
    if (this.silentBeats >= 4) return void this.socket.destroy()
    this.writer.heartbeat()
  }

  private resumeDeliveries(): void {
    if (!this.isFull) return
    this.isFull = false
    for (const channel of this.channels.values()) channel.resumeDeliveries()
  }

  private endChannel(channel: Channel): void {
    this.channels.delete(channel.number)
    channel.close()
  }

  private endChannels(): void {
    for (const channel of [...this.channels.values()]) this.endChannel(channel)
    if (this.phase !== 'running') return
    for (const queue of [...this.vhost.queues.values()]) {
      if (queue.properties.owner === this) this.vhost.deleteQueue(queue)
    }
  }

  private ended(): void {
    clearTimeout(this.timer)
    if (this.phase !== 'closed' && this.phase !== 'closing') this.endChannels()
    this.phase = 'closed'
    this.host.closed(this)
  }
}

function methodOf(frame: Frame): Method {
  return decodeMethod(new Reader(frame.payload))
}

function closeArguments(code: ReplyCode, text: string, culprit: Method | undefined): Arguments<'channel.close'> {
  const { classId, methodId } = culprit ? methods[culprit.name] : { classId: 0, methodId: 0 }
  return { replyCode: code, replyText: shorten(text), classId, methodId }
}

/** Reply texts are short strings: at most 255 bytes. */
function shorten(text: string): string {
  const bytes = Buffer.from(text)
  return bytes.length <= 255 ? text : bytes.toString('latin1', 0, 200).replace(/[^\x20-\x7e]/g, '?')
}

function asProtocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error
  console.error(error)
  return new ProtocolError(replyCode.internalError, 'the broker failed to process this method')
}
