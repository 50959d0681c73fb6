import { Logger } from '@nestjs/common'
import { confirmEmailVerification } from '@nameyard/contracts/customers/confirm-email-verification'
import { findEmailVerification } from '@nameyard/contracts/customers/find-email-verification'
import { Refusal } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Door } from '../http/mount-operations'
import { sendPage, type Page } from './page'

const log = new Logger('gateway')

/** The form is empty; whoever sends more is not our page. */
const BODY_LIMIT = 1024

/**
 * The page behind the link in a verification mail. Opening it changes nothing, because programs open links in mails
 * before people do; the button does. The link is the only key: nobody logs in here.
 */
export function mountVerifyEmail(http: FastifyInstance, { rpc, admission, clock, requestMs }: Door): void {
  const callOf = (request: FastifyRequest): Call => ({
    correlationId: request.id,
    deadline: clock.machineMs() + requestMs,
    address: request.ip,
  })
  const tokenOf = (request: FastifyRequest) => request.params as { token: string }
  http.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, async () => undefined)
    pages.setErrorHandler(answerError)
    pages.get('/verify/:token', async (request, reply) => {
      const found = await admission.during(() => rpc.call(findEmailVerification, tokenOf(request), callOf(request)))
      return sendPage(reply, 200, wordsIn(found.language).question(found.email))
    })
    pages.post('/verify/:token', async (request, reply) => {
      const verified = await admission.during(() =>
        rpc.call(confirmEmailVerification, tokenOf(request), callOf(request)),
      )
      return sendPage(reply, 200, wordsIn(verified.language).thanks(verified.email))
    })
  })
}

/** What went wrong is a page too; a link that is expired, used or none at all is told in the same words. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof Refusal ? error.refusal : undefined
  if (refusal === 'email_verification_not_found') return sendPage(reply, 404, noLink)
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

interface Words {
  question(email: string): Page
  thanks(email: string): Page
}

const words: Readonly<Record<string, Words>> = {
  en: {
    question: (email) => ({
      language: 'en',
      title: 'Is this your e-mail address?',
      paragraphs: [`${email} is the address of the holder of a domain name. Confirm that your mail reaches you there.`],
      button: 'Yes, confirm',
    }),
    thanks: (email) => ({
      language: 'en',
      title: 'Thank you',
      paragraphs: [`${email} is confirmed. You can close this page.`],
    }),
  },
  nl: {
    question: (email) => ({
      language: 'nl',
      title: 'Is dit uw e-mailadres?',
      paragraphs: [`${email} is het adres van de houder van een domeinnaam. Bevestig dat uw e-mail u daar bereikt.`],
      button: 'Ja, bevestigen',
    }),
    thanks: (email) => ({
      language: 'nl',
      title: 'Hartelijk dank',
      paragraphs: [`${email} is bevestigd. U kunt deze pagina sluiten.`],
    }),
  },
  de: {
    question: (email) => ({
      language: 'de',
      title: 'Ist das Ihre E-Mail-Adresse?',
      paragraphs: [
        `${email} ist die Adresse des Inhabers eines Domainnamens. Bestätigen Sie, dass Ihre E-Mails Sie dort erreichen.`,
      ],
      button: 'Ja, bestätigen',
    }),
    thanks: (email) => ({
      language: 'de',
      title: 'Vielen Dank',
      paragraphs: [`${email} ist bestätigt. Sie können diese Seite schließen.`],
    }),
  },
}

/** Texts in the language of the mail, or else in English. */
function wordsIn(language: string): Words {
  return words[language.slice(0, 2).toLowerCase()] ?? words.en!
}
