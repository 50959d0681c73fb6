import { FrameError } from '@nameyard/epp/frame'

/** Octets of the length field. The length does not count them, unlike in EPP. */
const HEADER_OCTETS = 4

/** Splits the stream of a client into requests. Throws FrameError for an empty request or one above the limit. */
export class RriDecoder {
  private readonly chunks: Buffer[] = []

  constructor(private readonly maxOctets: number) {}

  push(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk)
    let stream = Buffer.concat(this.chunks.splice(0))
    const requests: Buffer[] = []
    for (;;) {
      if (stream.length < HEADER_OCTETS) break
      const end = HEADER_OCTETS + stream.readUInt32BE(0)
      if (end === HEADER_OCTETS || end - HEADER_OCTETS > this.maxOctets)
        throw new FrameError(`a request has 1 to ${this.maxOctets} octets, not ${end - HEADER_OCTETS}`)
      if (stream.length < end) break
      requests.push(stream.subarray(HEADER_OCTETS, end))
      stream = stream.subarray(end)
    }
    if (stream.length > 0) this.chunks.push(stream)
    return requests
  }
}

export function encodeRri(text: string): Buffer {
  const length = Buffer.alloc(HEADER_OCTETS)
  length.writeUInt32BE(Buffer.byteLength(text), 0)
  return Buffer.concat([length, Buffer.from(text)])
}
