import { readTransferLink } from '@nameyard/contracts/customers/read-transfer-link'
import { answerTransferAuthorization } from '@nameyard/contracts/domains/answer-transfer-authorization'
import { findTransferAuthorization } from '@nameyard/contracts/domains/find-transfer-authorization'
import type { FastifyInstance } from 'fastify'
import type { Door } from '../http/mount-operations'
import { callOf, prepareLinkPages, tokenOf, wordsFor } from './link-pages'
import { sendPage, type Page } from './page'

/**
 * The page behind the link in a mail that asks a registrant to authorize a transfer. Opening it changes nothing, because
 * programs open links in mails before people do; its buttons do. The link is the only key: nobody logs in here.
 */
export function mountAuthorizeTransfer(http: FastifyInstance, door: Door): void {
  const { rpc, admission } = door
  http.register(async (pages) => {
    prepareLinkPages(pages)
    pages.get('/authorize/:token', async (request, reply) => {
      const call = callOf(request, door)
      const asked = await admission.during(async () =>
        rpc.call(findTransferAuthorization, await rpc.call(readTransferLink, tokenOf(request), call), call),
      )
      return sendPage(reply, 200, wordsFor(request, words).question(asked.domain, asked.needsCode))
    })
    pages.post('/authorize/:token', async (request, reply) => {
      const call = callOf(request, door)
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
      const [answer, code] = [form.get('answer'), form.get('code')?.trim()]
      const texts = wordsFor(request, words)
      const link = await admission.during(() => rpc.call(readTransferLink, tokenOf(request), call))
      const asked = await admission.during(() => rpc.call(findTransferAuthorization, link, call))
      const isGranted = answer === 'yes'
      // What is neither button is asked again, as is a yes without the code that it takes.
      const isUnclear = (!isGranted && answer !== 'no') || (isGranted && asked.needsCode && !code)
      if (isUnclear) return sendPage(reply, 400, texts.question(asked.domain, asked.needsCode))
      const given = { ...link, isGranted, ...(code && { authCode: code }) }
      const { domain } = await admission.during(() => rpc.call(answerTransferAuthorization, given, call))
      return sendPage(reply, 200, isGranted ? texts.granted(domain) : texts.refused(domain))
    })
  })
}

interface Words {
  question(domain: string, needsCode: boolean): Page
  granted(domain: string): Page
  refused(domain: string): Page
}

const words: Readonly<Record<string, Words>> = {
  en: {
    question: (domain, needsCode) => ({
      language: 'en',
      title: `Shall ${domain} move?`,
      paragraphs: [
        `It was ordered that ${domain} moves from its registrar to us. Say whether you, its holder or administrator, want that.`,
      ],
      form: {
        ...(needsCode && { field: { name: 'code', label: 'Transfer code of the domain name' } }),
        buttons: [
          { name: 'answer', value: 'yes', label: 'Yes, move it' },
          { name: 'answer', value: 'no', label: 'No, leave it where it is' },
        ],
      },
    }),
    granted: (domain) => ({
      language: 'en',
      title: 'Thank you',
      paragraphs: [`The transfer of ${domain} goes on. You can close this page.`],
    }),
    refused: (domain) => ({
      language: 'en',
      title: 'Thank you',
      paragraphs: [`${domain} stays where it is. You can close this page.`],
    }),
  },
  nl: {
    question: (domain, needsCode) => ({
      language: 'nl',
      title: `Moet ${domain} verhuizen?`,
      paragraphs: [
        `Er is opdracht gegeven om ${domain} van zijn registrar naar ons te verhuizen. Zeg of u, houder of beheerder, dat wilt.`,
      ],
      form: {
        ...(needsCode && { field: { name: 'code', label: 'Verhuiscode van de domeinnaam' } }),
        buttons: [
          { name: 'answer', value: 'yes', label: 'Ja, verhuizen' },
          { name: 'answer', value: 'no', label: 'Nee, laten waar hij is' },
        ],
      },
    }),
    granted: (domain) => ({
      language: 'nl',
      title: 'Hartelijk dank',
      paragraphs: [`De verhuizing van ${domain} gaat door. U kunt deze pagina sluiten.`],
    }),
    refused: (domain) => ({
      language: 'nl',
      title: 'Hartelijk dank',
      paragraphs: [`${domain} blijft waar hij is. U kunt deze pagina sluiten.`],
    }),
  },
  de: {
    question: (domain, needsCode) => ({
      language: 'de',
      title: `Soll ${domain} umziehen?`,
      paragraphs: [
        `Es wurde beauftragt, ${domain} von seinem Registrar zu uns zu übertragen. Sagen Sie als Inhaber oder Verwalter, ob Sie das wollen.`,
      ],
      form: {
        ...(needsCode && { field: { name: 'code', label: 'Transfercode des Domainnamens' } }),
        buttons: [
          { name: 'answer', value: 'yes', label: 'Ja, umziehen' },
          { name: 'answer', value: 'no', label: 'Nein, dort lassen' },
        ],
      },
    }),
    granted: (domain) => ({
      language: 'de',
      title: 'Vielen Dank',
      paragraphs: [`Der Umzug von ${domain} geht weiter. Sie können diese Seite schließen.`],
    }),
    refused: (domain) => ({
      language: 'de',
      title: 'Vielen Dank',
      paragraphs: [`${domain} bleibt, wo er ist. Sie können diese Seite schließen.`],
    }),
  },
}
