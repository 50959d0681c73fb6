import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readTransferLink } from '@nameyard/contracts/customers/read-transfer-link'
import { answerTransferAuthorization } from '@nameyard/contracts/domains/answer-transfer-authorization'
import { findTransferAuthorization } from '@nameyard/contracts/domains/find-transfer-authorization'
import { LinkPageFilter, LinkPages, readForm, tokenOf, wordsFor } from './link-pages'
import { sendPage, type Page } from './page'

/**
 * The page behind the link in a mail that asks a registrant to authorize a transfer. Opening it changes nothing, because
 * mail programs open links before people do; only its buttons decide. The link is the only key: there is no login.
 */
@Controller('authorize/:token')
@UseFilters(LinkPageFilter)
export class AuthorizeTransferPage {
  constructor(private readonly links: LinkPages) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const link = await this.links.ask(readTransferLink, tokenOf(request), request)
    const asked = await this.links.ask(findTransferAuthorization, link, request)
    sendPage(reply, 200, wordsFor(request, words).question(asked.domain, asked.needsCode))
  }

  @Post()
  async decide(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = await readForm(request, reply)
    const [answer, code] = [form.get('answer'), form.get('code')?.trim()]
    const texts = wordsFor(request, words)
    const link = await this.links.ask(readTransferLink, tokenOf(request), request)
    const asked = await this.links.ask(findTransferAuthorization, link, request)
    const isGranted = answer === 'yes'
    // The page asks again if the answer is unclear, or if a yes lacks the code that it needs.
    const isUnclear = (!isGranted && answer !== 'no') || (isGranted && asked.needsCode && !code)
    if (isUnclear) return void sendPage(reply, 400, texts.question(asked.domain, asked.needsCode))
    const given = { ...link, isGranted, ...(code && { authCode: code }) }
    const { domain } = await this.links.ask(answerTransferAuthorization, given, request)
    sendPage(reply, 200, isGranted ? texts.granted(domain) : texts.refused(domain))
  }
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
      title: `Transfer ${domain}?`,
      paragraphs: [
        `A transfer of ${domain} from its current registrar to us was requested. You are the registrant or administrative contact of this domain name. Please authorize or reject the transfer.`,
      ],
      form: {
        ...(needsCode && { fields: [{ name: 'code', label: 'Auth code (transfer code) of the domain name' }] }),
        buttons: [
          { name: 'answer', value: 'yes', label: 'Yes, transfer it' },
          { name: 'answer', value: 'no', label: 'No, do not transfer it' },
        ],
      },
    }),
    granted: (domain) => ({
      language: 'en',
      title: 'Thank you',
      paragraphs: [`The transfer of ${domain} continues. You can close this page.`],
    }),
    refused: (domain) => ({
      language: 'en',
      title: 'Thank you',
      paragraphs: [`${domain} will not be transferred. You can close this page.`],
    }),
  },
  nl: {
    question: (domain, needsCode) => ({
      language: 'nl',
      title: `${domain} verhuizen?`,
      paragraphs: [
        `Er is een verhuizing van ${domain} van de huidige registrar naar ons aangevraagd. U bent de houder of administratieve contactpersoon van deze domeinnaam. Geef aan of u de verhuizing goedkeurt.`,
      ],
      form: {
        ...(needsCode && { fields: [{ name: 'code', label: 'Verhuiscode van de domeinnaam' }] }),
        buttons: [
          { name: 'answer', value: 'yes', label: 'Ja, verhuizen' },
          { name: 'answer', value: 'no', label: 'Nee, niet verhuizen' },
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
      paragraphs: [`${domain} wordt niet verhuisd. U kunt deze pagina sluiten.`],
    }),
  },
  de: {
    question: (domain, needsCode) => ({
      language: 'de',
      title: `${domain} übertragen?`,
      paragraphs: [
        `Der Transfer von ${domain} vom derzeitigen Registrar zu uns wurde beantragt. Sie sind Inhaber oder administrativer Ansprechpartner dieses Domainnamens. Bitte stimmen Sie dem Transfer zu oder lehnen Sie ihn ab.`,
      ],
      form: {
        ...(needsCode && { fields: [{ name: 'code', label: 'Transfercode des Domainnamens' }] }),
        buttons: [
          { name: 'answer', value: 'yes', label: 'Ja, übertragen' },
          { name: 'answer', value: 'no', label: 'Nein, nicht übertragen' },
        ],
      },
    }),
    granted: (domain) => ({
      language: 'de',
      title: 'Vielen Dank',
      paragraphs: [`Der Transfer von ${domain} wird fortgesetzt. Sie können diese Seite schließen.`],
    }),
    refused: (domain) => ({
      language: 'de',
      title: 'Vielen Dank',
      paragraphs: [`${domain} wird nicht übertragen. Sie können diese Seite schließen.`],
    }),
  },
}
