import { Inject, Injectable } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { login } from '@nameyard/contracts/access/login'
import { errors, fail, Refusal } from '@nameyard/contracts/errors'
import type { Actor, AnyOperation, Call } from '@nameyard/contracts/operation'
import { demandRight, demandRole, refuseBeyondObjects } from '@nameyard/contracts/rights'
import { Clock } from '@nameyard/runtime/clock'
import { GATEWAY_CONFIG, type GatewayConfig } from '../config'
import { Admission } from './admission'
import { Allowances } from './allowances'
import { AnonymousRequests } from './anonymous-requests'
import { Authenticator, type Authenticated } from './authenticate'
import { rateLimitHeaders } from './rate-limit-headers'
import { RefusedRequests } from './refused-requests'

declare module 'fastify' {
  interface FastifyRequest {
    /** The call of the request, created by the access check. */
    call: Call
    /** Whom the token belongs to; undefined before it was checked, and where an operation needs none. */
    authenticated: Authenticated | undefined
  }
}

/** Whether a request without a token counts only when it is refused. */
export const countsWhenRefused = (operation: AnyOperation): boolean => operation.id === login.id

/**
 * Creates the call of a request, authenticates its token and checks the request limit of the account, or of the address
 * without a token. Runs before the body is read, so that a client without a valid token cannot make the gateway read a body.
 */
@Injectable()
export class AccessCheck {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly allowances: Allowances,
    private readonly anonymous: AnonymousRequests,
    private readonly admission: Admission,
    private readonly refused: RefusedRequests,
    private readonly clock: Clock,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  async admit(operation: AnyOperation, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { address } = request
    const call: Call = {
      correlationId: request.id,
      deadline: this.clock.machineMs() + Math.max(this.config.GATEWAY_REQUEST_MS, operation.needs?.answerMs ?? 0),
      address,
    }
    request.call = call
    request.operationId = operation.id
    const { authorization } = request.headers
    if (countsWhenRefused(operation)) this.anonymous.admit(address)
    else if (operation.anonymous || authorization === undefined) this.anonymous.take(address)
    if (operation.anonymous) return
    const actor = await this.authenticate(operation, request)
    const left = this.allowances.take(actor.resellerId)
    if (left) reply.headers(rateLimitHeaders(left))
    if (left && left.retryAfter > 0) fail('rate_limited', { retryAfter: left.retryAfter })
  }

  /**
   * Checks the token again when the body took so long that no request may begin with the first check any more: a client
   * whose token was revoked must not finish a request that it began before.
   */
  async renew(operation: AnyOperation, request: FastifyRequest): Promise<void> {
    const { authenticated } = request
    if (authenticated && !this.authenticator.isUsable(authenticated)) await this.authenticate(operation, request)
  }

  private async authenticate(operation: AnyOperation, request: FastifyRequest): Promise<Actor> {
    const { actor: _, statement: __, ...call } = request.call
    const authenticated = await this.admission.during(() =>
      this.authenticator.authenticate(request.headers.authorization, operation.service, call),
    )
    const { actor, statement, session } = authenticated
    request.authenticated = authenticated
    request.call = { ...call, actor, statement, ...(operation.needsSession && session !== undefined && { session }) }
    try {
      demandRole(operation, { actor })
      for (const right of operation.rights) demandRight({ actor }, right)
      refuseBeyondObjects(operation, { actor })
    } catch (error) {
      await this.refused.record(operation, error, request.headers.authorization, request.call)
      throw error
    }
    return actor
  }

  /**
   * Counts a login that was refused. One that succeeds does not count, because some clients log in before every request;
   * nor does one that the platform could not check.
   */
  countRefused(request: FastifyRequest, error: unknown): void {
    if (error instanceof Refusal && errors[error.refusal].http < 500) this.anonymous.count(request.call.address!)
  }
}
