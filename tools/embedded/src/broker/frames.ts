import type { Socket } from 'node:net'
import { writeMethod, type Arguments, type MethodName } from './methods'
import { ProtocolError, replyCode } from './reply-code'

export const frameType = { method: 1, header: 2, body: 3, heartbeat: 8 } as const

const frameEnd = 0xce
/** Type, channel and length before a payload, the end octet after it. */
const frameOverhead = 8

export interface Frame {
  readonly type: number
  readonly channel: number
  /** A view of the received bytes; copy it to keep it. */
  readonly payload: Buffer
}

/**
 * Cuts the received bytes into frames. A malformed frame is refused with 501. After it no more frames can be found, so
 * further bytes are dropped: a client that goes on sending takes no memory.
 */
export class FrameParser {
  private rest: Buffer = Buffer.alloc(0)
  private isBroken = false

  constructor(private readonly frameMax: number) {}

  *push(chunk: Buffer): Generator<Frame> {
    if (this.isBroken) return
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk
    let at = 0
    try {
      while (bytes.length - at >= 7) {
        const length = bytes.readUInt32BE(at + 3)
        if (length + frameOverhead > this.frameMax) {
          throw this.broken(`frame of ${length} bytes is larger than agreed`)
        }
        const end = at + 7 + length
        if (bytes.length <= end) break
        if (bytes[end] !== frameEnd) throw this.broken('frame end octet is missing')
        const frame = { type: bytes[at]!, channel: bytes.readUInt16BE(at + 1), payload: bytes.subarray(at + 7, end) }
        at = end + 1
        yield frame
      }
    } finally {
      this.rest = this.isBroken ? Buffer.alloc(0) : bytes.subarray(at)
    }
  }

  private broken(reason: string): ProtocolError {
    this.isBroken = true
    return new ProtocolError(replyCode.frameError, reason)
  }
}

/** The content of a method to send: encoded properties and body. */
export interface Content {
  readonly properties: Buffer
  readonly body: Buffer
}

const chunkSize = 65536
/** Bytes of the largest method sent: `connection.start`, or three short strings. */
const methodRoom = 2048
/** Larger bodies are written without a copy. */
const copiedBody = 16384

/**
 * Encodes frames into large chunks and writes all frames of one turn of the event loop at once: a small message costs
 * a socket write, whatever its bytes.
 */
export class FrameWriter {
  /** The agreed maximum of one frame, in bytes. */
  frameMax = 131072
  private chunk = Buffer.allocUnsafe(chunkSize)
  private start = 0
  private at = 0
  private parts: Buffer[] = []
  private unwritten = 0
  private scheduled = false
  private readonly beforeFlush: (() => void)[] = []
  private readonly flush = (): void => this.flushNow()

  constructor(private readonly socket: Socket) {}

  /** Bytes accepted but not yet taken by the operating system. */
  get backlog(): number {
    return this.socket.writableLength + this.unwritten
  }

  method<Name extends MethodName>(channel: number, name: Name, args: Arguments<Name>): void {
    this.reserve(methodRoom + frameOverhead)
    const head = this.at
    this.at = writeMethod(this.chunk, head + 7, name, args)
    this.finishFrame(frameType.method, channel, head)
  }

  /** A method that carries content, its header and its body frames. */
  content<Name extends MethodName>(channel: number, name: Name, args: Arguments<Name>, content: Content): void {
    const { properties, body } = content
    this.method(channel, name, args)
    this.reserve(properties.length + 12 + frameOverhead)
    const head = this.at
    let at = this.chunk.writeUInt32BE(60 * 0x1_0000, head + 7)
    at = this.chunk.writeUInt32BE(Math.floor(body.length / 0x1_0000_0000), at)
    at = this.chunk.writeUInt32BE(body.length % 0x1_0000_0000, at)
    this.at = at + properties.copy(this.chunk, at)
    this.finishFrame(frameType.header, channel, head)
    const step = this.frameMax - frameOverhead
    for (let offset = 0; offset < body.length; offset += step) {
      this.body(channel, body.length <= step ? body : body.subarray(offset, offset + step))
    }
  }

  heartbeat(): void {
    this.reserve(frameOverhead)
    const head = this.at
    this.at += 7
    this.finishFrame(frameType.heartbeat, 0, head)
  }

  /** Runs `task` once, just before the next write, so that confirms are collected until then. */
  onceBeforeFlush(task: () => void): void {
    this.beforeFlush.push(task)
    this.schedule()
  }

  flushNow(): void {
    for (let task = this.beforeFlush.shift(); task; task = this.beforeFlush.shift()) task()
    this.scheduled = false
    this.seal()
    const parts = this.parts
    if (parts.length === 0) return
    this.parts = []
    this.unwritten = 0
    if (this.socket.destroyed || !this.socket.writable) return
    this.socket.cork()
    for (const part of parts) this.socket.write(part)
    this.socket.uncork()
  }

  private body(channel: number, payload: Buffer): void {
    const copied = payload.length <= copiedBody
    this.reserve(frameOverhead + (copied ? payload.length : 0))
    const head = this.at
    this.at += 7
    if (copied) {
      this.at += payload.copy(this.chunk, this.at)
      return this.finishFrame(frameType.body, channel, head)
    }
    this.writeHead(frameType.body, channel, head, payload.length)
    this.seal()
    this.parts.push(payload)
    this.chunk[this.at++] = frameEnd
    this.schedule()
  }

  private finishFrame(type: number, channel: number, head: number): void {
    this.writeHead(type, channel, head, this.at - head - 7)
    this.chunk[this.at++] = frameEnd
    this.schedule()
  }

  private writeHead(type: number, channel: number, head: number, length: number): void {
    this.unwritten += length + frameOverhead
    this.chunk[head] = type
    this.chunk.writeUInt16BE(channel, head + 1)
    this.chunk.writeUInt32BE(length, head + 3)
  }

  private reserve(bytes: number): void {
    if (this.at + bytes <= this.chunk.length) return
    this.seal()
    this.chunk = Buffer.allocUnsafe(Math.max(chunkSize, bytes))
    this.start = this.at = 0
  }

  /** Passes the encoded frames to the socket. Their bytes are never changed, so the socket may keep them. */
  private seal(): void {
    if (this.at === this.start) return
    this.parts.push(this.chunk.subarray(this.start, this.at))
    this.start = this.at
  }

  private schedule(): void {
    if (this.scheduled) return
    this.scheduled = true
    setImmediate(this.flush)
  }
}
