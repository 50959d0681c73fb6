import { hash } from 'node:crypto'
import { authenticate, LONGEST_REUSE_MS, STATEMENT_REUSE_MS } from '@nameyard/contracts/access/authenticate'
import { readAssistantCredential } from '@nameyard/contracts/assistants/credential'
import type { AssistantProfile } from '@nameyard/contracts/assistants/profile-names'
import { fail, Refusal } from '@nameyard/contracts/errors'
import type { Actor, Call, ServiceName } from '@nameyard/contracts/operation'
import type { Rpc } from '@nameyard/messaging/rpc'
import type { AccessChanges } from './access-changes'
import type { Allowances } from './allowances'

/** Maximum number of cached results. Beyond it the oldest are removed, which only costs another call. */
const MOST_VERDICTS = 20_000

/** A token of a login, in either case, an API key, or what the tool server presents for the access token of an assistant. */
const credential =
  /^[Bb][Ee][Aa][Rr][Ee][Rr] +(?:([\da-fA-F]{32})|(ny_live_[\dA-Za-z]{36})|(ny_mcp_[a-z]+\.[\w-]{43}\.[\w-]{43}))$/

/** Whom a credential belongs to. */
export interface Authenticated {
  readonly actor: Actor
  /** The signed statement about the actor, for the service that was named. */
  readonly statement: string
  /** When the service was asked: milliseconds of the monotonic clock. */
  readonly askedAt: number
  /** Milliseconds from then in which requests may begin with the statement while changes are heard. */
  readonly usableMs: number
  /** The id of the session of a login token: the first digits of its hash. API keys have no session. */
  readonly session?: string
}

interface Asked {
  readonly tokenHash: string
  /** Whether the credential is the token of a login. */
  readonly isLogin: boolean
  /** The profile for which the tool server uses an access token. */
  readonly profile?: AssistantProfile
  readonly service: ServiceName
}

interface Verdict {
  readonly answer: Promise<Authenticated>
  /** The answer, once it has arrived. */
  found?: Authenticated
  readonly askedAt: number
  /** The deadline of the request for which it was asked. */
  readonly deadline: number
}

/**
 * Finds the contact person of a bearer token or an API key. Calls the customers service, which owns tokens, and caches its
 * answer: for 0.7 seconds, and up to half a minute while it hears that nothing about the account has changed. Concurrent
 * requests with the same token share one call. Without an answer the request is refused.
 */
export class Authenticator {
  /** By hash of the token, service and address of the client, in the order of the calls. */
  private readonly verdicts = new Map<string, Verdict>()

  constructor(
    private readonly rpc: Pick<Rpc, 'call'>,
    private readonly allowances: Allowances,
    private readonly changes: Pick<AccessChanges, 'want' | 'covers' | 'hasChanged'>,
    /** Milliseconds of a monotonic clock. */
    private readonly elapsed: () => number = () => performance.now(),
    /** Those of the tool server. */
    private readonly secrets: readonly string[] = [],
  ) {}

  /** Returns the contact person of an `Authorization` header, for a request to a service. */
  async authenticate(authorization: string | undefined, service: ServiceName, call: Call): Promise<Authenticated> {
    return this.verdict(this.askedOf(authorization, service), call)
  }

  /** The same if it is known without a call; otherwise undefined. */
  known(authorization: string | undefined, service: ServiceName, call: Call): Authenticated | undefined {
    return this.current(keyOf(this.askedOf(authorization, service), call), call)?.found
  }

  /** Whether a request may still begin with what was found. */
  isUsable({ askedAt, usableMs, actor }: Authenticated): boolean {
    const age = this.elapsed() - askedAt
    if (this.changes.hasChanged(actor.resellerId, askedAt)) return false
    return age < STATEMENT_REUSE_MS || (age < usableMs && this.changes.covers(askedAt))
  }

  private verdict(asked: Asked, call: Call): Promise<Authenticated> {
    const key = keyOf(asked, call)
    const known = this.current(key, call)
    if (known) return known.answer
    this.verdicts.delete(key)
    // Counted from the start of the call: the answer was true at some time after it.
    const askedAt = this.elapsed()
    this.forget(askedAt)
    const answer = this.ask(asked, call, askedAt)
    const verdict: Verdict = { answer, askedAt, deadline: call.deadline }
    this.verdicts.set(key, verdict)
    answer.then(
      (found) => (verdict.found = found),
      // Refusals are not cached, so that regained rights count at once.
      () => this.verdicts.get(key) === verdict && this.verdicts.delete(key),
    )
    return answer
  }

  private current(key: string, { deadline }: Call): Verdict | undefined {
    this.changes.want()
    const known = this.verdicts.get(key)
    if (!known) return undefined
    const { found, askedAt } = known
    const isUsable = found ? this.isUsable(found) : this.elapsed() - askedAt < STATEMENT_REUSE_MS
    // The statement outlives the deadline for which it was made by as long as it can be used.
    return isUsable && deadline <= known.deadline + (found?.usableMs ?? STATEMENT_REUSE_MS) ? known : undefined
  }

  private async ask(
    { tokenHash, isLogin, profile, service }: Asked,
    call: Call,
    askedAt: number,
  ): Promise<Authenticated> {
    const { correlationId, trace, deadline, address = '' } = call
    // In nobody's name: the statement of a call is for another service, which would make the question invalid.
    const asking: Call = { correlationId, trace, deadline, address }
    const spent = this.allowances.report()
    try {
      const asked = { tokenHash, address, audience: service, spent, ...(profile && { profile }) }
      const answer = await this.rpc.call(authenticate, asked, asking)
      const { allowance, statement, usableMs = STATEMENT_REUSE_MS, ...actor } = answer
      this.allowances.learn(actor.resellerId, allowance)
      return { actor, statement, askedAt, usableMs, ...(isLogin && { session: tokenHash.slice(0, 12) }) }
    } catch (error) {
      const isAnswer = error instanceof Refusal && error.refusal !== 'service_unavailable'
      if (!isAnswer) this.allowances.giveBack(spent)
      throw error
    }
  }

  private askedOf(authorization: string | undefined, service: ServiceName): Asked {
    const [, token, key, presented] = credential.exec(authorization ?? '') ?? []
    const assistant = presented === undefined ? undefined : readAssistantCredential(presented, this.secrets)
    const secret = key ?? token?.toLowerCase() ?? assistant?.token
    if (secret === undefined) fail('authentication_failed')
    const tokenHash = hash('sha256', secret, 'hex')
    return { tokenHash, isLogin: token !== undefined, service, ...(assistant && { profile: assistant.profile }) }
  }

  private forget(now: number): void {
    for (const [key, { askedAt }] of this.verdicts) {
      if (now - askedAt < LONGEST_REUSE_MS && this.verdicts.size < MOST_VERDICTS) return
      this.verdicts.delete(key)
    }
  }
}

const keyOf = ({ tokenHash, profile, service }: Asked, { address = '' }: Call) =>
  `${tokenHash} ${profile ?? ''} ${service} ${address}`
