import type { Arguments } from './methods'
import { ProtocolError, replyCode } from './reply-code'
import { Reader } from './wire'

const basicClass = 60

/** A message that is being received: the method, the content header, then body frames up to its size. */
export class Publication {
  /** The content header's flags and properties. */
  properties!: Buffer
  private readonly parts: Buffer[] = []
  private missing = -1

  /** @param maxBytes a larger body is refused with 406 */
  constructor(
    readonly args: Arguments<'basic.publish'>,
    private readonly maxBytes: number,
  ) {}

  get isComplete(): boolean {
    return this.missing === 0
  }

  content(): Buffer {
    // Always a copy: a small message must not keep the whole received chunk in memory.
    return Buffer.concat(this.parts)
  }

  header(payload: Buffer): void {
    const reader = new Reader(payload)
    const classId = reader.short()
    if (this.missing >= 0 || classId !== basicClass) {
      throw new ProtocolError(replyCode.unexpectedFrame, 'unexpected content header')
    }
    reader.short()
    const size = reader.longlong()
    if (size > this.maxBytes) {
      const reason = `message of ${size} bytes is larger than the maximum of ${this.maxBytes}`
      throw new ProtocolError(replyCode.preconditionFailed, reason)
    }
    this.missing = size
    this.properties = Buffer.from(payload.subarray(reader.offset))
  }

  body(payload: Buffer): void {
    if (payload.length > this.missing) throw new ProtocolError(replyCode.unexpectedFrame, 'unexpected content body')
    this.missing -= payload.length
    this.parts.push(payload)
  }
}
