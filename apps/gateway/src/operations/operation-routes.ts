import { Inject, Injectable } from '@nestjs/common'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import { PASSED_INSTALLATIONS } from '@nameyard/contracts/passed-installations'
import { authCodePaths, emptyAuthCodes } from '@nameyard/contracts/primitives/auth-code'
import type { FieldPath } from '@nameyard/contracts/primitives/marked-fields'
import type { RawQuery } from '@nameyard/contracts/primitives/query'
import { Rpc, type AnswerText } from '@nameyard/messaging/rpc'
import type { Json } from '@nameyard/messaging/wire'
import { Traces } from '@nameyard/runtime/traces'
import { AccessCheck, countsWhenRefused } from '../access/access-check'
import { Admission } from '../access/admission'
import { GATEWAY_CONFIG, GATEWAY_ENDING, type GatewayConfig } from '../config'
import { JSON_TYPE, successBody } from '../http/envelope'
import { hasBody, readBytes } from '../http/read-body'
import { beginTrace, stepOf, type Step } from '../http/request-work'
import { sendSuccess } from '../http/send-success'
import { Approvals } from './approvals'
import { EventStreams, takeTokenOfQuery } from './event-streams'
import { passedIn } from './passed'
import { readBody, readInput, readText } from './read-input'
import { repeatOf } from './repeat'
import { unlessOver } from './unless-over'

/** The prefix of the specification and the public one of existing clients. */
const prefixes = ['/v1', '/v1beta']

/**
 * The routes of the operations. A request becomes a call of the service that owns the operation: access check, input,
 * call, envelope. The JSON of the answer is put into the envelope without being parsed.
 *
 * They are Fastify routes and not Nest controllers: every request of the API goes through here, and a guard, a pipe and
 * an interceptor of Nest cost more than 5 % of CPU time (docs/decisions/0020-nest-gateway.md).
 */
@Injectable()
export class OperationRoutes {
  constructor(
    private readonly access: AccessCheck,
    private readonly admission: Admission,
    private readonly rpc: Rpc,
    private readonly traces: Traces,
    private readonly streams: EventStreams,
    private readonly approvals: Approvals,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(GATEWAY_ENDING) private readonly ending: AbortSignal,
  ) {}

  mount(http: FastifyInstance, operations: readonly AnyOperation[]): void {
    // Declared before the first request, so that all requests have one shape.
    http.decorateRequest('call', null as unknown as Call)
    http.decorateRequest('authenticated', undefined)
    for (const operation of operations) {
      const codes = authCodePaths(operation.result)
      const step = stepOf(operation)
      const answer = (request: FastifyRequest, reply: FastifyReply) => this.answer(operation, codes, request, reply)
      const answerCounted = (request: FastifyRequest, reply: FastifyReply) =>
        answer(request, reply).catch((error: unknown) => {
          this.access.countRefused(request, error)
          throw error
        })
      for (const prefix of prefixes) {
        http.route({
          method: operation.method!,
          url: operation.path!.replace(/^\/v1/, prefix),
          onRequest: (request, reply, done) => this.begin(operation, step, request, reply, done),
          handler: countsWhenRefused(operation) ? answerCounted : answer,
        })
      }
    }
  }

  private begin(
    operation: AnyOperation,
    step: Step,
    request: FastifyRequest,
    reply: FastifyReply,
    done: (error?: Error) => void,
  ): void {
    if (this.streams.isAsked(operation, request)) takeTokenOfQuery(request)
    const { tracer } = this.traces
    if (tracer) beginTrace(tracer, step, request, reply)
    let pending: Promise<void> | undefined
    try {
      pending = this.access.admit(operation, request, reply)
    } catch (error) {
      return done(error as Error)
    }
    // A promise for each request would cost more than the check.
    if (pending) pending.then(() => done(), done)
    else done()
  }

  private async answer(
    operation: AnyOperation,
    codes: readonly FieldPath[],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const input = readInput(operation, {
      query: request.query as RawQuery,
      body: hasBody(request) ? await this.body(operation, request, reply) : {},
      params: request.params as Record<string, string>,
    })
    const renewed = this.access.renew(operation, request)
    if (renewed) await renewed
    if (this.streams.isAsked(operation, request)) return this.streams.begin(input as never, request, reply)
    const { GATEWAY_REPEAT_SECRET: secrets, GATEWAY_REPEAT_MS: windowMs } = this.config
    const { actor } = request.call
    const limitedKey = actor?.limits && actor.keyId
    const repeat = repeatOf(operation, request.headers['idempotency-key'], input, { secrets, windowMs, limitedKey })
    const passed = passedIn(request.headers[PASSED_INSTALLATIONS])
    const call =
      repeat || passed ? { ...request.call, ...(repeat && { repeat }), ...(passed && { passed }) } : request.call
    const answer = operation.mayWait
      ? await this.waited(operation, input as object, request)
      : await (actor?.approval === undefined
          ? this.ask(operation, input, call)
          : this.approvals.ask({ operation, input, call }, request.headers, (own) => this.ask(operation, input, own)))
    request.answerCode = 0
    const { warnings, replayed } = answer
    const data = shown(answer.data, codes, call)
    const plain = operation.plainText
    if (plain && request.headers.accept?.includes(plain.type)) {
      reply.header('content-type', `${plain.type}; charset=utf-8`)
      return (JSON.parse(data.toString()) as Record<string, string>)[plain.field]
    }
    if (replayed) reply.header('idempotency-replayed', 'true')
    if (typeof data !== 'string') return sendSuccess(reply, data, warnings, this.ending.aborted)
    reply.header('content-type', JSON_TYPE)
    return successBody(data, warnings)
  }

  private ask(operation: AnyOperation, input: unknown, call: Call): Promise<AnswerText> {
    return this.admission.during(() => this.rpc.callText(operation, input as never, call), operation.service)
  }

  /** Asks for what may wait. When the gateway ends, the caller gets what there is now. */
  private async waited(operation: AnyOperation, input: object, request: FastifyRequest): Promise<AnswerText> {
    const answer =
      (await unlessOver(this.ending, this.ask(operation, input, request.call))) ??
      (await this.ask(operation, { ...input, wait: 0 }, request.call))
    // The token may have lost its rights since.
    const renewed = this.access.renew(operation, request)
    if (renewed) await renewed
    return answer
  }

  private async body({ needs, textBody }: AnyOperation, request: FastifyRequest, reply: FastifyReply) {
    const limit = Math.max(needs?.bodyBytes ?? 0, this.config.GATEWAY_BODY_LIMIT)
    const bytes = await readBytes(request, reply, limit)
    // A DELETE has its whole input in the URL. A body is ignored, whether it is JSON or not.
    if (request.method === 'DELETE') return {}
    return textBody?.type === request.namedType ? readText(bytes, textBody.field) : readBody(bytes)
  }
}

/** Empties the auth codes of an answer for a token without `transfer-codes`, also those of a replayed answer. */
function shown(data: Json, codes: readonly FieldPath[], { actor }: Call): Json {
  if (codes.length === 0 || actor?.scope.includes('transfer-codes')) return data
  const answer: unknown = JSON.parse(data.toString())
  emptyAuthCodes(answer, codes)
  return JSON.stringify(answer)
}
