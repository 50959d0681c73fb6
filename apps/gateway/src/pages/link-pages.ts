import { Logger } from '@nestjs/common'
import { Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Door } from '../http/mount-operations'
import { withoutPort } from '../http/trusted-proxies'
import { sendPage, type Page } from './page'

const log = new Logger('gateway')

/** Our forms are small; whoever sends more is not our page. */
const BODY_LIMIT = 1024

/** By these names a service says that a link opens nothing. */
const noLinks: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'dmarc_order_not_found',
  'email_verification_not_found',
  'transfer_not_pending',
  'zone_not_found',
  'approval_not_pending',
  'ssl_order_not_found',
])

/** Makes a scope of the server one of pages behind mailed links: forms are read as text, and what goes wrong is a page. */
export function prepareLinkPages(pages: FastifyInstance, bodyLimit = BODY_LIMIT): void {
  pages.removeAllContentTypeParsers()
  pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, async (_: unknown, body: unknown) => body)
  pages.setErrorHandler(answerError)
}

/** The call of a request that nobody is logged in for: the link is the only key. */
export function callOf(request: FastifyRequest, { clock, requestMs }: Pick<Door, 'clock' | 'requestMs'>): Call {
  return { correlationId: request.id, deadline: clock.machineMs() + requestMs, address: withoutPort(request.ip) }
}

/** The secret of a link, as its address has it. */
export function tokenOf(request: FastifyRequest): { token: string } {
  return request.params as { token: string }
}

/** Texts in the first language of the browser that there are, or else in English. */
export function wordsFor<Words>({ headers }: FastifyRequest, words: Readonly<Record<string, Words>>): Words {
  const wanted = (headers['accept-language'] ?? '').split(',').map((each) => each.trim().slice(0, 2).toLowerCase())
  return words[wanted.find((language) => language in words) ?? 'en']!
}

/** What went wrong is a page too; a link that is expired, used or none at all is told in the same words. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof Refusal ? error.refusal : undefined
  if (refusal !== undefined && noLinks.has(refusal)) return sendPage(reply, 404, noLink)
  if (refusal === 'service_unavailable') return sendPage(reply.header('retry-after', '2'), 503, busy)
  const { statusCode = 500 } = error as { statusCode?: number }
  if (statusCode < 500) return sendPage(reply, statusCode, noLink)
  log.error(`${request.id} ${error instanceof Error ? error.stack : String(error)}`)
  return sendPage(reply, 500, broken(request.id))
}

const noLink: Page = {
  language: 'en',
  title: 'This link does not work',
  paragraphs: [
    'It may have been used already, or its time is over, or a newer mail has replaced it.',
    'Ask the company you bought your domain name from to send you a new one.',
  ],
}

const busy: Page = {
  language: 'en',
  title: 'Please try again in a moment',
  paragraphs: ['We cannot look at your link now. It stays as good as it was.'],
}

const broken = (correlationId: string): Page => ({
  language: 'en',
  title: 'Something went wrong',
  paragraphs: [`The fault is ours. It is known here as ${correlationId}.`],
})
