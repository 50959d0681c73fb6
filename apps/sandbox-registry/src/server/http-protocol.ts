import { randomUUID } from 'node:crypto'
import { FrameError } from '@nameyard/epp/frame'
import { eppProtocol } from './exchange'
import type { Protocol } from './protocol'

const END_OF_HEAD = '\r\n\r\n'
const MAX_HEAD_OCTETS = 64 * 1024

/**
 * EPP over HTTPS: a document is the body of a POST, and its answer the body of the response. A client asks for the greeting by
 * a hello. From its second request on it sends the cookie of the first answer.
 */
export function httpProtocol(): Protocol {
  const cookie = `JSESSIONID=${randomUUID()}`
  return {
    ...eppProtocol,
    open: async (registry, session) => ({ policy: await registry.rules.policyAt(session.endpoint.name) }),
    decoder: (maxFrameOctets) => new RequestDecoder(cookie, maxFrameOctets),
    encode: (message) => {
      const body = Buffer.from(message, 'utf8')
      const head = [
        'HTTP/1.1 200 OK',
        'Content-Type: text/xml;charset=UTF-8',
        `Set-Cookie: ${cookie}; Path=/; Secure; HttpOnly`,
        `Content-Length: ${body.length}`,
      ]
      return Buffer.concat([Buffer.from(head.join('\r\n') + END_OF_HEAD), body])
    },
  }
}

class RequestDecoder {
  private pending: Buffer = Buffer.alloc(0)
  private isFirst = true

  constructor(
    private readonly cookie: string,
    private readonly maxOctets: number,
  ) {}

  push(chunk: Buffer): Buffer[] {
    this.pending = Buffer.concat([this.pending, chunk])
    const bodies: Buffer[] = []
    for (;;) {
      const end = this.pending.indexOf(END_OF_HEAD)
      if (end < 0 && this.pending.length > MAX_HEAD_OCTETS) throw new FrameError('a request has no end of its head')
      if (end < 0) return bodies
      const from = end + END_OF_HEAD.length
      const length = this.lengthIn(this.pending.subarray(0, end).toString('latin1'))
      if (this.pending.length < from + length) return bodies
      bodies.push(this.pending.subarray(from, from + length))
      this.pending = this.pending.subarray(from + length)
      this.isFirst = false
    }
  }

  /** Reads the head of a request; returns the length of its body. */
  private lengthIn(head: string): number {
    if (!/^POST \/\S* HTTP\/1\.1\r\n/.test(head)) throw new FrameError('a request is a POST by HTTP/1.1')
    if (!this.isFirst && !new RegExp(`\\r\\ncookie:[^\\r]*${this.cookie}`, 'i').test(head))
      throw new FrameError('a request has no cookie of its session')
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN)
    if (!(length > 0 && length <= this.maxOctets)) throw new FrameError(`a request has ${length} octets`)
    return length
  }
}
