import { Catch, Inject, Injectable, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { AnyOperation, Call, InputGiven, Result } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { Clock } from '@nameyard/runtime/clock'
import { Admission } from '../access/admission'
import { GATEWAY_CONFIG, type GatewayConfig } from '../config'
import { retryAfter } from '../http/envelope'
import { readBytes } from '../http/read-body'
import { logFor } from '../http/request-work'
import { sendPage, type Page } from './page'

const log = new Logger('gateway')

/** Our forms are smaller; a larger body was not sent by our pages. */
const BODY_LIMIT = 1024

/** The refusals of services for links that do not work. */
const noLinks: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'dmarc_order_not_found',
  'email_verification_not_found',
  'transfer_not_pending',
  'zone_not_found',
  'approval_not_pending',
  'ssl_order_not_found',
])

/** Calls services for the pages behind links. The caller is not logged in: the link is the only key. */
@Injectable()
export class LinkPages {
  constructor(
    private readonly rpc: Rpc,
    private readonly admission: Admission,
    private readonly clock: Clock,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  ask<O extends AnyOperation>(operation: O, input: InputGiven<O>, request: FastifyRequest): Promise<Result<O>> {
    const call: Call = {
      correlationId: request.id,
      deadline: this.clock.machineMs() + this.config.GATEWAY_REQUEST_MS,
      address: request.address,
    }
    // A page that changes something asks for the changed object afterwards.
    request.operationId ||= operation.id
    return this.admission.during(() => this.rpc.call(operation, input, call))
  }
}

/** The fields of a form that the page sent. */
export async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  limit = BODY_LIMIT,
): Promise<URLSearchParams> {
  return new URLSearchParams((await readBytes(request, reply, limit)).toString())
}

/** The token of a link, from its address. */
export function tokenOf(request: FastifyRequest): { token: string } {
  return request.params as { token: string }
}

/** Texts in the first supported language of the browser, or in English. */
export function wordsFor<Words>({ headers }: FastifyRequest, words: Readonly<Record<string, Words>>): Words {
  const wanted = (headers['accept-language'] ?? '').split(',').map((each) => each.trim().slice(0, 2).toLowerCase())
  return words[wanted.find((language) => language in words) ?? 'en']!
}

/** Answers an error with a page. Links that are expired, used or unknown get the same page. */
@Catch()
export class LinkPageFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    void answerError(error, ...host.getArgs<[FastifyRequest, FastifyReply]>())
  }
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof Refusal ? error.refusal : undefined
  if (refusal !== undefined && noLinks.has(refusal)) return sendPage(reply, 404, noLink)
  if (refusal === 'service_unavailable') return sendPage(reply.header('retry-after', '2'), 503, busy)
  if (refusal === 'rate_limited')
    return sendPage(reply.header('retry-after', String(retryAfter(error as Refusal))), 429, busy)
  if (refusal === 'body_too_large') return sendPage(reply, 413, noLink)
  if (refusal === 'malformed_json') return sendPage(reply, 400, noLink)
  const { statusCode = 500 } = error as { statusCode?: number }
  if (statusCode < 500) return sendPage(reply, statusCode, noLink)
  logFor(request, () => log.error(`${request.id} ${error instanceof Error ? error.stack : String(error)}`))
  return sendPage(reply, 500, broken(request.id))
}

const noLink: Page = {
  language: 'en',
  title: 'This link does not work',
  paragraphs: [
    'The link may have been used already, may have expired, or was replaced by the link in a newer mail.',
    'Ask the company that sold you the domain name to send a new link.',
  ],
}

const busy: Page = {
  language: 'en',
  title: 'Please try again in a moment',
  paragraphs: ['We cannot process your link right now. It is still valid.'],
}

const broken = (correlationId: string): Page => ({
  language: 'en',
  title: 'Something went wrong',
  paragraphs: [`This is an error on our side. Please mention this number when you contact us: ${correlationId}.`],
})
