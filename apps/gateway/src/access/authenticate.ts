import { hash } from 'node:crypto'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { fail, Refusal } from '@nameyard/contracts/errors'
import type { Actor, AnyOperation, Call } from '@nameyard/contracts/operation'
import type { Rpc } from '@nameyard/messaging/rpc'
import type { Allowances } from './allowances'

/**
 * How long a verdict is believed. A token stops working within one second everywhere: this much, and what asking
 * takes, stays below it.
 */
const VERDICT_MS = 700

/** Verdicts kept at most; beyond it the oldest go, which costs a question and nothing else. */
const MOST_VERDICTS = 20_000

interface Verdict {
  readonly actor: Promise<Actor>
  readonly until: number
}

/**
 * Tells whom a bearer token stands for. Asks the customers service, which owns tokens, and believes its answer for a
 * moment; requests of one token that arrive together wait for one answer. Without an answer nobody passes.
 */
export class Authenticator {
  /** By hash of the token and address of the client; in the order they were asked for. */
  private readonly verdicts = new Map<string, Verdict>()

  constructor(
    private readonly rpc: Pick<Rpc, 'call'>,
    private readonly allowances: Allowances,
    /** Milliseconds of a clock that only moves forward. */
    private readonly elapsed: () => number = () => performance.now(),
  ) {}

  /** The contact person behind an `Authorization` header, with the right to call the operation. */
  async authenticate(operation: AnyOperation, authorization: string | undefined, call: Call): Promise<Actor> {
    const token = /^Bearer +([\da-f]{32})$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) fail('authentication_failed')
    const actor = await this.verdict(hash('sha256', token.toLowerCase(), 'hex'), call)
    if (!actor.scope.includes(operation.effect)) fail('scope_insufficient', { scope: operation.effect })
    return actor
  }

  private verdict(tokenHash: string, call: Call): Promise<Actor> {
    const address = call.address ?? ''
    const key = `${tokenHash} ${address}`
    const now = this.elapsed()
    const known = this.verdicts.get(key)
    if (known && known.until > now) return known.actor
    this.verdicts.delete(key)
    this.forget(now)
    const actor = this.ask(tokenHash, address, call)
    // From the moment of asking: the answer was true at some time after it.
    const verdict = { actor, until: now + VERDICT_MS }
    this.verdicts.set(key, verdict)
    // A refusal is not kept: a client whose rights come back must not be told otherwise.
    actor.catch(() => this.verdicts.get(key) === verdict && this.verdicts.delete(key))
    return actor
  }

  private async ask(tokenHash: string, address: string, call: Call): Promise<Actor> {
    const spent = this.allowances.report()
    try {
      const { allowance, ...actor } = await this.rpc.call(authenticate, { tokenHash, address, spent }, call)
      this.allowances.learn(actor.resellerId, allowance)
      return actor
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
