import { FrameError } from '@nameyard/epp/frame'
import type { Decoder } from '@nameyard/epp/tls-channel'

/** Octets of the length field. Unlike in EPP, the length does not count them (DENIC's client library, `pkg/rri`). */
const HEADER_OCTETS = 4

/** The longest request in octets; a longer one is answered with 83000000000 (DENIC-29, session management). */
export const MOST_REQUEST_OCTETS = 64 * 1024

/** The longest answer that we read. DENIC names no limit. */
const MOST_ANSWER_OCTETS = 1024 * 1024

/** A request as it travels over TCP: its length, then the text. Throws FrameError when it is empty or too long. */
export function encodeRriFrame(text: string): Buffer {
  const body = Buffer.from(text, 'utf8')
  if (body.length === 0 || body.length > MOST_REQUEST_OCTETS)
    throw new FrameError(`a request has 1 to ${MOST_REQUEST_OCTETS} octets, not ${body.length}`)
  const frame = Buffer.allocUnsafe(HEADER_OCTETS + body.length)
  frame.writeUInt32BE(body.length, 0)
  body.copy(frame, HEADER_OCTETS)
  return frame
}

/** Splits the bytes of a connection into answers, independent of the chunk sizes of TLS. */
export class RriFrameDecoder implements Decoder {
  private rest: Buffer = Buffer.alloc(0)

  /** Takes the next bytes and returns the answers that they complete. Throws FrameError at an invalid length. */
  push(chunk: Buffer): Buffer[] {
    this.rest = Buffer.concat([this.rest, chunk])
    const answers: Buffer[] = []
    while (this.rest.length >= HEADER_OCTETS) {
      const octets = this.rest.readUInt32BE(0)
      if (octets === 0 || octets > MOST_ANSWER_OCTETS)
        throw new FrameError(`an answer has 1 to ${MOST_ANSWER_OCTETS} octets, not ${octets}`)
      if (this.rest.length < HEADER_OCTETS + octets) break
      answers.push(this.rest.subarray(HEADER_OCTETS, HEADER_OCTETS + octets))
      this.rest = this.rest.subarray(HEADER_OCTETS + octets)
    }
    return answers
  }
}
