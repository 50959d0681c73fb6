import { setTimeout as pause } from 'node:timers/promises'
import type { Outages } from '../installation/outages'
import { gateways } from '../installation/parts'
import type { Random } from '../random'
import type { ClientLog } from './client-log'

/** Longer than a gateway waits for a service. */
const PATIENCE_MS = 15_000

/** Pauses of a client before it repeats a request; milliseconds. */
const [SHORTEST_MS, LONGEST_MS] = [200, 1_200]

/** Another request with the same key is in progress: the client asks again. Other refusals have the same code. */
const IN_PROGRESS = 'The same request is still in progress.'

/** How many of a hundred requests are given up early, and repeated: their effect is not known then. */
const IMPATIENT_OF_HUNDRED = 8

/** The longest time after which such a request is given up; milliseconds. */
const IMPATIENT_MS = 800

/** The answer to a request, as a client sees it. */
export interface Reply {
  readonly status: number
  readonly code: number
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
  readonly data: any
  readonly desc: string
}

export interface Account {
  readonly resellerId: number
  readonly username: string
  readonly password: string
  /** In every text that the account stores, and in no text of another account. */
  readonly marker: string
}

interface Context {
  readonly gatewayUrls: Readonly<Record<(typeof gateways)[number], string>>
  readonly outages: Outages
  readonly clientLog: ClientLog
  /** The markers of all accounts. */
  readonly markers: readonly string[]
  /** Returns whether clients give up. */
  readonly isOver: () => boolean
}

/** A client of one account. It sends each request to a random gateway, and repeats it until there is an answer. */
export class Client {
  private token: string | undefined
  private lastReply: Reply | undefined
  private keys = 0

  constructor(
    readonly account: Account,
    private readonly thread: string,
    private readonly random: Random,
    private readonly around: Context,
  ) {}

  /** The status of the last reply, with the reason of a refusal. */
  get last(): string {
    if (!this.lastReply) return 'no reply'
    const { status, code, desc } = this.lastReply
    return status === 200 ? '200' : `${status}, ${code}: ${desc}`
  }

  /** Sends a request, and repeats it with the same key after a 503 or a lost connection. */
  async ask(method: string, path: string, body?: object): Promise<Reply> {
    const { clientLog, isOver } = this.around
    const key = `${this.thread}-${++this.keys}`
    clientLog.requests++
    for (;;) {
      const reply = await this.try(method, path, key, body)
      if (reply) {
        this.lastReply = reply
        if (reply.status !== 200) {
          const refusal = `${method} ${path.replace(/\d+/g, 'N').split('?')[0]} ${reply.status}: ${reply.desc}`
          clientLog.refusals.set(refusal, (clientLog.refusals.get(refusal) ?? 0) + 1)
        }
        return reply
      }
      if (isOver()) {
        clientLog.unanswered.push(`${method} ${path} of ${this.thread}`)
        throw new Error(`no answer to ${method} ${path}`)
      }
      clientLog.repeated++
      await pause(this.random.between(SHORTEST_MS, LONGEST_MS))
    }
  }

  /** Answers a page that a mail leads to. Returns whether the answer was accepted, now or before. */
  async answerPage(path: string, answer: string): Promise<boolean> {
    const { gatewayUrls } = this.around
    try {
      const url = new URL(path, gatewayUrls[this.random.one(gateways)])
      const body = new URLSearchParams({ answer })
      const { status } = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(PATIENCE_MS) })
      return status < 500
    } catch {
      return false
    }
  }

  /** Sends a request with a key. Returns undefined when it may be repeated. */
  private async try(method: string, path: string, key: string, body?: object): Promise<Reply | undefined> {
    if (this.token === undefined && path !== LOGIN) {
      const { username, password } = this.account
      const { status, data } = await this.ask('POST', LOGIN, { username, password })
      if (status !== 200) throw new Error(`${username} cannot log in: ${status}`)
      this.token = data.token
    }
    const { gatewayUrls, outages, clientLog } = this.around
    const gateway = this.random.one(gateways)
    const isImpatient = this.random.between(1, 100) <= IMPATIENT_OF_HUNDRED
    const patienceMs = isImpatient ? this.random.between(1, IMPATIENT_MS) : PATIENCE_MS
    const since = performance.now()
    clientLog.sent++
    const request = `${method} ${path} at ${gateway}`
    let response: Response
    let text: string
    try {
      response = await fetch(new URL(path, gatewayUrls[gateway]), {
        method,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      })
      text = await response.text()
    } catch (error) {
      if (!isImpatient && !outages.hadSince(gateway, since))
        clientLog.unclean.push(`${request}: ${String((error as Error).cause ?? error)}`)
      return undefined
    }
    const foreign = this.around.markers.filter((marker) => marker !== this.account.marker && text.includes(marker))
    if (foreign.length > 0 && !path.includes(foreign[0]!))
      clientLog.foreign.push(`${request} of ${this.account.marker}: ${text.slice(0, 300)}`)
    const { status } = response
    const envelope = envelopeIn(text)
    const isClean =
      status === 503
        ? envelope && /^\d+$/.test(response.headers.get('retry-after') ?? '')
        : envelope && !isFault(status)
    if (!isClean) clientLog.unclean.push(`${request}: ${status} ${text.slice(0, 200)}`)
    const isFinal = status < 500 && envelope && !envelope.desc.startsWith(IN_PROGRESS)
    return isFinal ? { status, ...envelope } : undefined
  }
}

const LOGIN = '/v1/auth/login'

/** Whether a status is a fault: a correct request of a client with a token never gets it. */
const isFault = (status: number): boolean => status >= 500 || status === 401 || status === 403 || status === 429

function envelopeIn(text: string): Omit<Reply, 'status'> | undefined {
  try {
    const { code, data, desc } = JSON.parse(text) as Reply
    return typeof code === 'number' && typeof desc === 'string' ? { code, data, desc } : undefined
  } catch {
    return undefined
  }
}
