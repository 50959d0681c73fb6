import { once } from 'node:events'
import { openSync } from 'node:fs'
import type { Socket } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import type { Clock } from '@nameyard/runtime/clock'
import type { ServiceContext } from '@nameyard/runtime/service'
import { traceIdOf } from '@nameyard/tracing/traceparent'
import type { BrokenRequest } from './refusal.filter'

declare module 'fastify' {
  interface FastifyRequest {
    /** Address of the client, after the rule for trusted proxies. */
    address: string
    /** The `traceparent` of the request; undefined without traces. */
    trace: string | undefined
    /** Id of the operation that the request called; '' for none. */
    operationId: string
    /** Whether the caller may have asked the answer to wait for something. */
    mayWait: boolean
    /** Bytes of the body that were read. */
    bodyBytes: number
    /** The code of the envelope; undefined for pages and documents. */
    answerCode: number | undefined
  }
}

/** Declares the fields before the first request, so that all requests have one shape. */
export function declareAccessFields(http: FastifyInstance): void {
  http.decorateRequest('address', '')
  http.decorateRequest('trace', undefined)
  http.decorateRequest('operationId', '')
  http.decorateRequest('mayWait', false)
  http.decorateRequest('bodyBytes', 0)
  http.decorateRequest('answerCode', undefined)
}

/**
 * Lines are written together once they have this many characters, or after `FLUSH_MS`. Each write costs a task of the
 * thread pool, so under load few large ones are cheaper. They are collected here, because the destination measures all
 * that it has collected again with each line.
 */
const BATCH = 64 * 1024
const FLUSH_MS = 500

/** Characters that wait for a slow reader. Further lines are left out: a full disk must not stop the gateway. */
const MOST_WAITING = 16 * 1024 * 1024

/** How long `close` waits for a reader that does not read. */
const CLOSE_MS = 2_000

/** How often a destination that fails or is too slow is reported. */
const COMPLAINT_MS = 60_000

/** The fields of a line. */
interface Entry {
  readonly request: string
  /** The `traceparent`, of which the id is written. */
  readonly trace?: string | undefined
  readonly account?: number | undefined
  readonly contact?: number | undefined
  readonly operation?: string | undefined
  readonly method?: string
  readonly route?: string | undefined
  readonly status?: number | undefined
  readonly code?: number | undefined
  readonly ms: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly address: string
  readonly isAborted: boolean
}

/**
 * The access log: one JSON line for each request, when its response is finished or its connection is closed. A line has
 * fixed fields: no path, query, body, token or header, because these contain secrets and personal data. Links to pages have
 * their token in the path, so only the pattern of the route is written.
 */
export class AccessLog {
  /** Requests that were not valid HTTP, until their connection is closed. */
  private readonly broken = new WeakMap<Socket, BrokenRequest>()
  /** The fields that are the same in every line, as in the log of the service. */
  private readonly origin = `,"pid":${process.pid},"hostname":${JSON.stringify(hostname())},"name":"gateway",`

  /** Lines that were not given to the destination yet. */
  private waiting = ''
  private readonly flushing = setInterval(() => this.flush(), FLUSH_MS).unref()
  private isClosed = false

  private constructor(
    private readonly destination: ReturnType<typeof pino.destination>,
    private readonly clock: Clock,
  ) {}

  /** Opens the log: on standard output, in a file, or not at all. Throws if the file cannot be opened. */
  static open(place: string, { clock, log }: ServiceContext): AccessLog | undefined {
    if (place === 'off') return undefined
    const destination = pino.destination({
      // Opened here, because an error would be thrown in a timer by the stream.
      dest: place === 'stdout' ? 1 : openSync(place, 'a', 0o600),
      sync: false,
      maxLength: MOST_WAITING,
    })
    let complainedAt = -Infinity
    const complain = (fields: object, problem: string) => {
      if (performance.now() - complainedAt < COMPLAINT_MS) return
      complainedAt = performance.now()
      log.error(fields, problem)
    }
    destination.on('error', (error) => complain({ err: error }, 'the access log cannot be written'))
    destination.on('drop', () => complain({}, 'the access log is too slow; lines are left out'))
    return new AccessLog(destination, clock)
  }

  /** Writes the line of a request that is over. `socket` is the connection on which it came. */
  ended(request: FastifyRequest, reply: FastifyReply, socket: Socket, milliseconds: number): void {
    const brokenHere = this.broken.get(socket)
    if (brokenHere) this.broken.delete(socket)
    const isAnswered = reply.raw.writableFinished
    const actor = request.call?.actor
    this.write({
      request: request.id,
      trace: request.trace,
      account: actor?.resellerId,
      contact: actor?.contactId,
      operation: request.operationId || undefined,
      method: request.method,
      route: request.routeOptions.url,
      status: isAnswered ? reply.raw.statusCode : brokenHere?.status,
      code: isAnswered ? request.answerCode : brokenHere?.code,
      ms: Math.round(milliseconds * 100) / 100,
      bytesIn: request.bodyBytes,
      bytesOut: isAnswered ? bodyBytesOf(request, reply) : 0,
      address: request.address,
      isAborted: !isAnswered && !brokenHere,
    })
  }

  /** Writes the line of bytes that are not HTTP. If they are the body of a request, that request has the line. */
  followBroken(socket: Socket, broken: BrokenRequest): void {
    const address = socket.remoteAddress ?? ''
    this.broken.set(socket, broken)
    socket.once('close', () => {
      if (!this.broken.delete(socket)) return
      const { id: request, status, code, bytes: bytesOut } = broken
      this.write({ request, status, code, ms: 0, bytesIn: 0, bytesOut, address, isAborted: false })
    })
  }

  /** Prints the line itself: that costs half of what a general logger needs for these fields. */
  private write(entry: Entry): void {
    if (this.isClosed) return
    const { request, account = null, contact = null, status = null, code = null, ms, bytesIn, bytesOut } = entry
    const trace = entry.trace === undefined ? '' : `"trace":"${traceIdOf(entry.trace)}",`
    this.waiting +=
      `{"level":30,"time":${this.clock.machineMs()}${this.origin}"request":"${request}",${trace}"account":${account},` +
      `"contact":${contact},"operation":${quoted(entry.operation)},"method":${quoted(entry.method)},` +
      `"route":${quoted(entry.route)},"status":${status},"code":${code},"ms":${ms},"bytes_in":${bytesIn},` +
      `"bytes_out":${bytesOut},"address":${quoted(entry.address)},"aborted":${entry.isAborted},"msg":"request"}\n`
    if (this.waiting.length >= BATCH) this.flush()
  }

  private flush(): void {
    if (this.waiting === '') return
    const lines = this.waiting
    this.waiting = ''
    this.destination.write(lines)
  }

  /** Writes the waiting lines and closes the file. */
  async close(): Promise<void> {
    this.isClosed = true
    clearInterval(this.flushing)
    this.flush()
    const closed = once(this.destination, 'close')
    this.destination.end()
    const patience = AbortSignal.timeout(CLOSE_MS)
    await Promise.race([closed, once(patience, 'abort')])
  }
}

/** JSON of a text; null for none. */
const quoted = (text: string | undefined) => (text === undefined ? null : JSON.stringify(text))

/** Bytes of the body of an answer. An answer to HEAD only names the length of a body. */
function bodyBytesOf(request: FastifyRequest, reply: FastifyReply): number {
  return request.method === 'HEAD' ? 0 : Number(reply.getHeader('content-length') ?? 0)
}
