import { setTimeout as pause } from 'node:timers/promises'
import type { ClientLog } from './client-log'
import { account } from './open-account'

/** Longer than a gateway waits for a service. */
const PATIENCE_MS = 30_000

/** Milliseconds before a request is repeated: less than `Retry-After`, so that more requests meet what disturbs them. */
const PAUSE_MS = 300

export interface Around {
  readonly clientLog: ClientLog
  /** The URLs of the gateways to which a balancer sends requests now. */
  readonly gateways: () => readonly string[]
  /** Whether clients give up. */
  readonly isOver: () => boolean
}

/** The answer to a request. */
export interface Reply {
  readonly status: number
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
  readonly data: any
}

/** A client of the account. It sends requests to all gateways in turn, and repeats each until there is an answer. */
export class Client {
  private token: string | undefined
  private sent = 0

  constructor(
    private readonly name: string,
    private readonly around: Around,
  ) {}

  /** Sends a correct request; throws if there is no answer until clients give up, or if it is refused. */
  async ask(method: string, path: string, body?: object): Promise<Reply> {
    const { clientLog, isOver } = this.around
    if (this.token === undefined && path !== LOGIN) this.token = (await this.ask('POST', LOGIN, account)).data.token
    const key = `${this.name}-${++this.sent}`
    clientLog.requests++
    for (;;) {
      const reply = await this.send(method, path, key, body)
      if (reply && reply.status === 200) return reply
      if (reply) throw new Error(`${method} ${path} was refused with ${reply.status}`)
      if (isOver()) {
        clientLog.unanswered.push(`${method} ${path}`)
        throw new Error(`no answer to ${method} ${path}`)
      }
      await pause(PAUSE_MS)
    }
  }

  /** Sends a request once. Returns undefined when it must be repeated. */
  private async send(method: string, path: string, key: string, body?: object): Promise<Reply | undefined> {
    const { clientLog, gateways } = this.around
    const urls = gateways()
    const url = urls[this.sent % urls.length]!
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
    }
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const response = await fetch(new URL(path, url), {
        method,
        headers,
        signal,
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (response.status === 200) return { status: 200, data: (JSON.parse(text) as Reply).data }
      if (response.status === 503 && /^\d+$/.test(response.headers.get('retry-after') ?? '')) {
        clientLog.retried++
        return undefined
      }
      clientLog.unclean.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
      return response.status >= 500 ? undefined : { status: response.status, data: undefined }
    } catch (error) {
      clientLog.unclean.push(`${method} ${path}: ${String((error as Error).cause ?? error)}`)
      return undefined
    }
  }
}

const LOGIN = '/v1/auth/login'
