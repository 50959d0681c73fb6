import { FrameError, MAX_FRAME_OCTETS } from './frame'
import type { Decoder } from './tls-channel'

/** Longest head of an answer. */
const MAX_HEAD_OCTETS = 64 * 1024

const END_OF_HEAD = '\r\n\r\n'

/**
 * EPP documents in HTTP/1.1 (RFC 9112): each is the body of a POST, and the answer the body of its response. The connection
 * stays open for the whole session, and the cookies that the server sets are sent with every further request.
 */
export class HttpWire implements Decoder {
  private pending: Buffer = Buffer.alloc(0)
  private readonly cookies = new Map<string, string>()

  constructor(
    private readonly host: string,
    private readonly path: string,
  ) {}

  encode(xml: string): Buffer {
    const body = Buffer.from(xml, 'utf8')
    if (body.length > MAX_FRAME_OCTETS) throw new FrameError(`a document of ${body.length} octets is above the limit`)
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const head = [
      `POST ${this.path} HTTP/1.1`,
      `Host: ${this.host}`,
      'Content-Type: text/xml; charset=UTF-8',
      `Content-Length: ${body.length}`,
      ...(cookies === '' ? [] : [`Cookie: ${cookies}`]),
    ]
    return Buffer.concat([Buffer.from(head.join('\r\n') + END_OF_HEAD, 'latin1'), body])
  }

  /** Throws FrameError for anything but complete responses with the status 200. */
  push(chunk: Buffer): Buffer[] {
    this.pending = Buffer.concat([this.pending, chunk])
    const documents: Buffer[] = []
    for (let found = this.response(); found; found = this.response()) {
      documents.push(found.body)
      this.pending = this.pending.subarray(found.octets)
    }
    return documents
  }

  /** The first response of the pending bytes, and how many of them it has; undefined while it is not complete. */
  private response(): { readonly body: Buffer; readonly octets: number } | undefined {
    const end = this.pending.indexOf(END_OF_HEAD)
    if (end < 0) {
      if (this.pending.length > MAX_HEAD_OCTETS) throw new FrameError('the server does not answer in HTTP')
      return undefined
    }
    const [status = '', ...lines] = this.pending.subarray(0, end).toString('latin1').split('\r\n')
    if (!/^HTTP\/1\.1 200(?: |$)/.test(status)) throw new FrameError(`the server answered ${status.slice(0, 100)}`)
    const headers = lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.replace(/^[^:]*:\s*/, '')] as const)
    const header = (name: string) => headers.find(([each]) => each === name)?.[1]
    const from = end + END_OF_HEAD.length
    const isChunked = header('transfer-encoding')?.toLowerCase() === 'chunked'
    const content = isChunked ? chunksIn(this.pending, from) : sized(this.pending, from, header('content-length'))
    if (!content) return undefined
    for (const [name, value] of headers) if (name === 'set-cookie') this.keep(value)
    return { body: content.body, octets: content.end }
  }

  private keep(setCookie: string): void {
    // Characters that could begin another header are no part of a cookie.
    const [, name, value] = /^([!-:<>-~]+)=([!-:<-~]*)/.exec(setCookie) ?? []
    if (name !== undefined && value !== undefined) this.cookies.set(name, value)
  }
}

interface Content {
  readonly body: Buffer
  readonly end: number
}

function sized(bytes: Buffer, from: number, length: string | undefined): Content | undefined {
  if (length === undefined || !/^\d+$/.test(length)) throw new FrameError('the answer has no length')
  const end = from + Number(length)
  assertSane(end - from)
  return bytes.length < end ? undefined : { body: bytes.subarray(from, end), end }
}

/** A body in chunks (RFC 9112 section 7.1). */
function chunksIn(bytes: Buffer, from: number): Content | undefined {
  const parts: Buffer[] = []
  let total = 0
  for (let at = from; ;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const [, size] = /^([0-9a-f]{1,8})(?:;|$)/i.exec(bytes.subarray(at, lineEnd).toString('latin1')) ?? []
    if (size === undefined) throw new FrameError('the answer has a chunk without a size')
    const octets = Number.parseInt(size, 16)
    total += octets
    assertSane(total)
    const [start, end] = [lineEnd + 2, lineEnd + 2 + octets + 2]
    if (bytes.length < end) return undefined
    // The last chunk is empty; trailers are not supported.
    if (octets === 0) return { body: Buffer.concat(parts), end }
    parts.push(bytes.subarray(start, start + octets))
    at = end
  }
}

function assertSane(octets: number): void {
  if (octets > MAX_FRAME_OCTETS) throw new FrameError(`an answer of ${octets} octets is above the limit`)
}
