import { Readable } from 'node:stream'
import { Inject, Injectable, Logger } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail, Refusal } from '@nameyard/contracts/errors'
import { listEvents } from '@nameyard/contracts/events/list-events'
import type { Answer, AnyOperation, Input } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { AccessCheck } from '../access/access-check'
import { Admission } from '../access/admission'
import { GATEWAY_ENDING } from '../config'
import { EVENT_STREAM, failureBody } from '../http/envelope'
import { logFor } from '../http/request-work'
import { unlessOver } from './unless-over'

/** Open streams of one account, and of this gateway. */
const MOST_OF_ACCOUNT = 10
const MOST_OF_GATEWAY = 200

/** Seconds for which one question waits for an event. After each one without an event a line is sent. */
const WAIT_SECONDS = 15

/** Milliseconds after which a client that lost its connection asks again. */
const RETRY_MS = 3_000

/** Milliseconds before the next question when one was answered early without an event. */
const PAUSE_MS = 2_000

/** A reader that takes nothing for so many milliseconds is disconnected. */
const STALLED_MS = 60_000

/** Milliseconds in which a client takes the end of a stream. */
const LAST_MS = 2_000

type Page = Answer<typeof listEvents>
type Wanted = Input<typeof listEvents>

/**
 * The events of an account as a stream of server-sent events. Each stream asks again and again for what comes after the
 * last event, with the token as it is then: it ends with the rights of its token. It asks for more only when the client
 * has taken what there was.
 */
@Injectable()
export class EventStreams {
  private readonly log = new Logger('gateway')
  private readonly open = new Map<number, number>()
  private all = 0

  constructor(
    private readonly access: AccessCheck,
    private readonly admission: Admission,
    private readonly rpc: Rpc,
    @Inject(GATEWAY_ENDING) private readonly ending: AbortSignal,
  ) {}

  /** Whether a request asks for a stream. */
  isAsked({ isStreamed }: AnyOperation, { method, headers }: FastifyRequest): boolean {
    return isStreamed && method === 'GET' && headers.accept?.includes(EVENT_STREAM) === true
  }

  /** Begins a stream. A refusal of the first events is an answer like any other. */
  async begin(input: Wanted, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const wanted = { ...input, after: lastEventOf(request) ?? input.after }
    const release = this.take(request.call.actor!.resellerId)
    reply.raw.once('close', release)
    if (request.raw.socket.destroyed) release()
    let first: Page
    try {
      first = await this.ask({ ...wanted, wait: 0 }, request)
    } catch (error) {
      release()
      throw error
    }
    const closed = new AbortController()
    reply.raw.once('close', () => closed.abort())
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
    request.operationId = 'events.stream'
    request.answerCode = 0
    const over = AbortSignal.any([closed.signal, this.ending])
    over.addEventListener('abort', () => setTimeout(() => reply.raw.destroy(), LAST_MS).unref(), { once: true })
    // One page at a time is read ahead of the client.
    const lines = Readable.from(this.lines(wanted, first, request, over), { objectMode: false, highWaterMark: 1 })
    return (
      reply
        .header('content-type', `${EVENT_STREAM}; charset=utf-8`)
        // Proxies must not collect it.
        .header('x-accel-buffering', 'no')
        .header('connection', 'close')
        .send(lines)
    )
  }

  /** Counts a stream. Returns what counts its end, once. */
  private take(account: number): () => void {
    const own = this.open.get(account) ?? 0
    if (own >= MOST_OF_ACCOUNT) fail('event_streams_too_many', { limit: MOST_OF_ACCOUNT })
    if (this.all >= MOST_OF_GATEWAY) fail('service_unavailable')
    this.open.set(account, own + 1)
    this.all++
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.all--
      const left = this.open.get(account)! - 1
      if (left > 0) this.open.set(account, left)
      else this.open.delete(account)
    }
  }

  private async *lines(
    wanted: Wanted,
    first: Page,
    request: FastifyRequest,
    over: AbortSignal,
  ): AsyncGenerator<string, void> {
    yield `retry: ${RETRY_MS}\n\n`
    let { after } = wanted
    for (let page: Page | undefined = first; page;) {
      yield printed(page, after)
      after = page.next
      try {
        page = await this.next({ ...wanted, after }, request, over)
      } catch (error) {
        return yield this.printedEnd(error, request)
      }
    }
  }

  /** The next page, which may be empty; undefined when the stream is over. */
  private async next(wanted: Wanted, request: FastifyRequest, over: AbortSignal): Promise<Page | undefined> {
    const beganAt = performance.now()
    const page = await unlessOver(over, this.tried({ ...wanted, wait: WAIT_SECONDS }, request))
    const isEarly = page?.next === wanted.after && performance.now() - beganAt < PAUSE_MS
    if (isEarly) await unlessOver(over, new Promise((resolve) => setTimeout(resolve, PAUSE_MS)))
    return over.aborted ? undefined : page
  }

  /** The events after a place. While the service does not answer, there are none. */
  private async tried(wanted: Wanted, request: FastifyRequest): Promise<Page> {
    try {
      await this.access.extend(listEvents, request)
      return await this.ask(wanted, request)
    } catch (error) {
      if (error instanceof Refusal && error.refusal === 'service_unavailable')
        return { results: [], next: wanted.after, oldest: 0, newest: 0 }
      throw error
    }
  }

  /** Tells why the stream ends. */
  private printedEnd(error: unknown, request: FastifyRequest): string {
    const refusal = error instanceof Refusal ? error : new Refusal('internal_error', { correlationId: request.id })
    if (refusal !== error) logFor(request, () => this.log.error(`${request.id} ${String((error as Error).stack)}`))
    return `event: refusal\ndata: ${failureBody(refusal)}\n\n`
  }

  /** Asks with the rights of the token. Events that came while they changed are asked for again. */
  private async ask(wanted: Wanted, request: FastifyRequest): Promise<Page> {
    for (;;) {
      const rights = JSON.stringify(request.call.actor)
      const page = await this.admission.during(
        () => this.rpc.call(listEvents, wanted, request.call),
        listEvents.service,
      )
      await this.access.renew(listEvents, request)
      if (JSON.stringify(request.call.actor) === rights) return page
    }
  }
}

/** Prints a page. Without an event it is a line that keeps the connection open, and moves the client's place. */
function printed({ results, next }: Page, after: number): string {
  const events = results.map(
    (event) => `id: ${Number(event.sequence)}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  )
  const last = results.at(-1)
  const end = last ? Number(last.sequence) : after
  return `${events.join('')}${next > end ? `id: ${next}\n\n` : events.length === 0 ? ':\n\n' : ''}`
}

const number = /^\d{1,15}$/

/** The last event that the client has, if it says so. */
function lastEventOf({ headers }: FastifyRequest): number | undefined {
  const given = headers['last-event-id']
  if (given === undefined || given === '') return undefined
  if (number.test(String(given))) return Number(given)
  return fail('invalid_input', { field: 'Last-Event-ID', problem: 'must be the id of an event' })
}

const loginToken = /^[\da-f]{32}$/i

/**
 * Reads the token of a browser's `EventSource`, which sends no header, from the query (RFC 6750 section 2.3). Only the token
 * of a login, which ends soon: proxies may log the address.
 */
export function takeTokenOfQuery({ headers, query }: FastifyRequest): void {
  const { access_token: token } = query as Readonly<Record<string, unknown>>
  if (headers.authorization === undefined && typeof token === 'string' && loginToken.test(token))
    headers.authorization = `Bearer ${token}`
}
