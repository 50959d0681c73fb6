import { confirmEmailVerification } from '@nameyard/contracts/customers/confirm-email-verification'
import { findEmailVerification } from '@nameyard/contracts/customers/find-email-verification'
import type { FastifyInstance } from 'fastify'
import type { Door } from '../http/mount-operations'
import { callOf, prepareLinkPages, tokenOf } from './link-pages'
import { sendPage, type Page } from './page'

/**
 * The page behind the link in a verification mail. Opening it changes nothing, because programs open links in mails
 * before people do; the button does. The link is the only key: nobody logs in here.
 */
export function mountVerifyEmail(http: FastifyInstance, door: Door): void {
  const { rpc, admission } = door
  http.register(async (pages) => {
    prepareLinkPages(pages)
    pages.get('/verify/:token', async (request, reply) => {
      const found = await admission.during(() =>
        rpc.call(findEmailVerification, tokenOf(request), callOf(request, door)),
      )
      return sendPage(reply, 200, wordsIn(found.language).question(found.email))
    })
    pages.post('/verify/:token', async (request, reply) => {
      const verified = await admission.during(() =>
        rpc.call(confirmEmailVerification, tokenOf(request), callOf(request, door)),
      )
      return sendPage(reply, 200, wordsIn(verified.language).thanks(verified.email))
    })
  })
}

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
      form: { buttons: [{ label: 'Yes, confirm' }] },
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
      form: { buttons: [{ label: 'Ja, bevestigen' }] },
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
      form: { buttons: [{ label: 'Ja, bestätigen' }] },
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
