import { Inject, Injectable } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { login } from '@nameyard/contracts/access/login'
import { errors, fail, Refusal } from '@nameyard/contracts/errors'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import { demandRights, demandRole, refuseBeyondLimits } from '@nameyard/contracts/rights'
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

  /** Returns undefined if nothing had to be waited for: most tokens were checked a moment ago. */
  admit(operation: AnyOperation, request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const { address } = request
    request.call = {
      correlationId: request.id,
      trace: request.trace,
      deadline: this.deadlineOf(operation),
      address,
    }
    request.operationId = operation.id
    request.mayWait = operation.mayWait
    const { authorization } = request.headers
    if (countsWhenRefused(operation)) this.anonymous.admit(address)
    else if (operation.anonymous || authorization === undefined) this.anonymous.take(address)
    if (operation.anonymous) return undefined
    const pending = this.authenticate(operation, request)
    if (pending) return pending.then(() => this.takeAllowance(request, reply))
    this.takeAllowance(request, reply)
    return undefined
  }

  /**
   * Checks the token again when the body took so long that no request may begin with the first check any more: a client
   * whose token was revoked must not finish a request that it began before.
   */
  renew(operation: AnyOperation, request: FastifyRequest): Promise<void> | undefined {
    const { authenticated } = request
    if (!authenticated || this.authenticator.isUsable(authenticated)) return undefined
    return this.authenticate(operation, request)
  }

  /** Checks the token anew for a request that goes on, which gets as much time as a new one. */
  async extend(operation: AnyOperation, request: FastifyRequest): Promise<void> {
    const { correlationId, trace, address } = request.call
    request.call = { correlationId, trace, deadline: this.deadlineOf(operation), address }
    await this.authenticate(operation, request)
  }

  private deadlineOf({ needs }: AnyOperation): number {
    return this.clock.machineMs() + Math.max(this.config.GATEWAY_REQUEST_MS, needs?.answerMs ?? 0)
  }

  private authenticate(operation: AnyOperation, request: FastifyRequest): Promise<void> | undefined {
    const { service } = operation
    const { authorization } = request.headers
    const { correlationId, trace, deadline, address } = request.call
    const call: Call = { correlationId, trace, deadline, address }
    const known = this.authenticator.known(authorization, service, call)
    if (known) return this.accept(operation, request, known)
    return this.admission
      .during(() => this.authenticator.authenticate(authorization, service, call))
      .then((found) => this.accept(operation, request, found))
  }

  /** Adds the actor to the call. A refusal of an actor without the right is recorded before it is sent. */
  private accept(operation: AnyOperation, request: FastifyRequest, found: Authenticated): Promise<never> | undefined {
    const { actor, statement, session } = found
    const { correlationId, trace, deadline, address } = request.call
    request.authenticated = found
    // Written out: copying the call costs more than all other checks.
    request.call = { correlationId, trace, deadline, address, actor, statement }
    if (operation.needsSession && session !== undefined) request.call = { ...request.call, session }
    try {
      demandRole(operation, request.call)
      demandRights(operation, request.call)
      refuseBeyondLimits(operation, request.call)
      return undefined
    } catch (error) {
      return this.refuse(operation, request, error)
    }
  }

  private async refuse(operation: AnyOperation, request: FastifyRequest, error: unknown): Promise<never> {
    await this.refused.record(operation, error, request.headers.authorization, request.call)
    throw error
  }

  private takeAllowance({ call }: FastifyRequest, reply: FastifyReply): void {
    const left = this.allowances.take(call.actor!.resellerId)
    if (!left) return
    reply.headers(rateLimitHeaders(left))
    if (left.retryAfter > 0) fail('rate_limited', { retryAfter: left.retryAfter })
  }

  /**
   * Counts a login that was refused. One that succeeds does not count, because some clients log in before every request;
   * nor does one that the platform could not check.
   */
  countRefused(request: FastifyRequest, error: unknown): void {
    if (error instanceof Refusal && errors[error.refusal].http < 500) this.anonymous.count(request.call.address!)
  }
}
