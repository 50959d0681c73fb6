/** Octets of the length field that opens every frame; the length it holds counts these four as well (RFC 5734 section 4). */
const FRAME_HEADER_OCTETS = 4

/**
 * Longest frame we send or accept, header included. EPP sets no limit. A domain with every supported extension stays below
 * 100 kB; a larger length field usually means that the peer uses another protocol.
 */
export const MAX_FRAME_OCTETS = 4 * 1024 * 1024

/** The bytes on the stream are not RFC 5734 frames. The rest of the stream is unusable: close the connection. */
export class FrameError extends Error {
  override readonly name = 'FrameError'
}

/**
 * One EPP instance as it travels over TCP: length, then the document (RFC 5734 section 4).
 * Throws FrameError for an empty document or one above MAX_FRAME_OCTETS.
 */
export function encodeFrame(xml: string | Buffer): Buffer {
  const body = typeof xml === 'string' ? Buffer.from(xml, 'utf8') : xml
  const total = body.length + FRAME_HEADER_OCTETS
  assertSaneLength(total)
  const frame = Buffer.allocUnsafe(total)
  frame.writeUInt32BE(total, 0)
  body.copy(frame, FRAME_HEADER_OCTETS)
  return frame
}

/** Throws FrameError for a document that `encodeFrame` would refuse. */
export function assertFits(xml: string): void {
  assertSaneLength(Buffer.byteLength(xml, 'utf8') + FRAME_HEADER_OCTETS)
}

/** Splits a byte stream into EPP documents, independent of the chunk sizes of TLS. */
export class FrameDecoder {
  private readonly chunks: Buffer[] = []
  private buffered = 0
  private frameOctets: number | undefined

  constructor(private readonly maxFrameOctets = MAX_FRAME_OCTETS) {}

  /**
   * Takes the next bytes and returns the documents (without header) they complete, oldest first.
   * Throws FrameError at a length field below five or above the limit, before any of that frame is stored.
   */
  push(chunk: Buffer): Buffer[] {
    if (chunk.length > 0) {
      this.chunks.push(chunk)
      this.buffered += chunk.length
    }
    const documents: Buffer[] = []
    for (;;) {
      if (this.frameOctets === undefined) {
        if (this.buffered < FRAME_HEADER_OCTETS) return documents
        this.frameOctets = this.take(FRAME_HEADER_OCTETS).readUInt32BE(0)
        assertSaneLength(this.frameOctets, this.maxFrameOctets)
      }
      const bodyOctets = this.frameOctets - FRAME_HEADER_OCTETS
      if (this.buffered < bodyOctets) return documents
      documents.push(this.take(bodyOctets))
      this.frameOctets = undefined
    }
  }

  /** Joins chunks only when a frame is complete: a body that arrives byte by byte is not copied once per byte. */
  private take(octets: number): Buffer {
    const first = this.chunks[0]
    const joined = this.chunks.length === 1 && first ? first : Buffer.concat(this.chunks, this.buffered)
    this.buffered -= octets
    this.chunks.length = 0
    if (this.buffered > 0) this.chunks.push(joined.subarray(octets))
    return joined.subarray(0, octets)
  }
}

function assertSaneLength(total: number, max = MAX_FRAME_OCTETS): void {
  if (total <= FRAME_HEADER_OCTETS) throw new FrameError(`a frame of ${total} octets has no document`)
  if (total > max) throw new FrameError(`a frame of ${total} octets is above the limit of ${max}`)
}
