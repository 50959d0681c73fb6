import { hash } from 'node:crypto'
import { authenticate, STATEMENT_REUSE_MS } from '@nameyard/contracts/access/authenticate'
import { fail, Refusal } from '@nameyard/contracts/errors'
import type { Actor, Call, ServiceName } from '@nameyard/contracts/operation'
import type { Rpc } from '@nameyard/messaging/rpc'
import type { Allowances } from './allowances'

/** Maximum number of cached results. Beyond it the oldest are removed, which only costs another call. */
const MOST_VERDICTS = 20_000

/** A token of a login, in either case, or an API key. */
const credential = /^[Bb][Ee][Aa][Rr][Ee][Rr] +(?:([\da-fA-F]{32})|(ny_live_[\dA-Za-z]{36}))$/

/** Whom a credential belongs to. */
export interface Authenticated {
  readonly actor: Actor
  /** The signed statement about the actor, for the service that was named. */
  readonly statement: string
  /** Until when requests may begin with the statement: milliseconds of the monotonic clock. */
  readonly usableUntil: number
  /** The id of the session of a login token: the first digits of its hash. API keys have no session. */
  readonly session?: string
}

interface Asked {
  readonly tokenHash: string
  /** Whether the credential is the token of a login. */
  readonly isLogin: boolean
  readonly service: ServiceName
}

interface Verdict {
  readonly answer: Promise<Authenticated>
  /** The answer, once it has arrived. */
  found?: Authenticated
  readonly until: number
  /** The latest deadline of a request that the statement covers. */
  readonly latest: number
}

/**
 * Finds the contact person of a bearer token or an API key. Calls the customers service, which owns tokens, and caches its answer for a
 * short time. Concurrent requests with the same token share one call. Without an answer the request is refused.
 */
export class Authenticator {
  /** By hash of the token, service and address of the client, in the order of the calls. */
  private readonly verdicts = new Map<string, Verdict>()

  constructor(
    private readonly rpc: Pick<Rpc, 'call'>,
    private readonly allowances: Allowances,
    /** Milliseconds of a monotonic clock. */
    private readonly elapsed: () => number = () => performance.now(),
  ) {}

  /** Returns the contact person of an `Authorization` header, for a request to a service. */
  async authenticate(authorization: string | undefined, service: ServiceName, call: Call): Promise<Authenticated> {
    return this.verdict(askedOf(authorization, service), call)
  }

  /** The same if it is known without a call; otherwise undefined. */
  known(authorization: string | undefined, service: ServiceName, call: Call): Authenticated | undefined {
    return this.current(keyOf(askedOf(authorization, service), call), call, this.elapsed())?.found
  }

  /** Whether a request may still begin with what was found. */
  isUsable({ usableUntil }: Authenticated): boolean {
    return this.elapsed() < usableUntil
  }

  private verdict(asked: Asked, call: Call): Promise<Authenticated> {
    const key = keyOf(asked, call)
    const now = this.elapsed()
    const known = this.current(key, call, now)
    if (known) return known.answer
    this.verdicts.delete(key)
    this.forget(now)
    // Counted from the start of the call: the answer was true at some time after it.
    const until = now + STATEMENT_REUSE_MS
    const answer = this.ask(asked, call, until)
    const verdict: Verdict = { answer, until, latest: call.deadline + STATEMENT_REUSE_MS }
    this.verdicts.set(key, verdict)
    answer.then(
      (found) => (verdict.found = found),
      // Refusals are not cached, so that regained rights count at once.
      () => this.verdicts.get(key) === verdict && this.verdicts.delete(key),
    )
    return answer
  }

  private current(key: string, { deadline }: Call, now: number): Verdict | undefined {
    const known = this.verdicts.get(key)
    return known && known.until > now && known.latest >= deadline ? known : undefined
  }

  private async ask({ tokenHash, isLogin, service }: Asked, call: Call, usableUntil: number): Promise<Authenticated> {
    const { address = '' } = call
    const spent = this.allowances.report()
    try {
      const asked = { tokenHash, address, audience: service, spent }
      const { allowance, statement, ...actor } = await this.rpc.call(authenticate, asked, call)
      this.allowances.learn(actor.resellerId, allowance)
      return { actor, statement, usableUntil, ...(isLogin && { session: tokenHash.slice(0, 12) }) }
    } catch (error) {
      const isAnswer = error instanceof Refusal && error.refusal !== 'service_unavailable'
      if (!isAnswer) this.allowances.giveBack(spent)
      throw error
    }
  }

  private forget(now: number): void {
    for (const [key, { until }] of this.verdicts) {
      if (until > now && this.verdicts.size < MOST_VERDICTS) return
      this.verdicts.delete(key)
    }
  }
}

function askedOf(authorization: string | undefined, service: ServiceName): Asked {
  const [, token, key] = credential.exec(authorization ?? '') ?? []
  const secret = key ?? token?.toLowerCase()
  if (secret === undefined) fail('authentication_failed')
  return { tokenHash: hash('sha256', secret, 'hex'), isLogin: token !== undefined, service }
}

const keyOf = ({ tokenHash, service }: Asked, { address = '' }: Call) => `${tokenHash} ${service} ${address}`
