import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { confirmEmailVerification } from '@nameyard/contracts/customers/confirm-email-verification'
import { findEmailVerification } from '@nameyard/contracts/customers/find-email-verification'
import { LinkPageFilter, LinkPages, readForm, tokenOf } from './link-pages'
import { sendPage, type Page } from './page'

/**
 * The page behind the link in a verification mail. Opening it changes nothing, because mail programs open links before
 * people do; only the button confirms the address. The link is the only key: there is no login.
 */
@Controller('verify/:token')
@UseFilters(LinkPageFilter)
export class VerifyEmailPage {
  constructor(private readonly links: LinkPages) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const found = await this.links.ask(findEmailVerification, tokenOf(request), request)
    sendPage(reply, 200, wordsIn(found.language).question(found.email))
  }

  @Post()
  async confirm(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await readForm(request, reply)
    const verified = await this.links.ask(confirmEmailVerification, tokenOf(request), request)
    sendPage(reply, 200, wordsIn(verified.language).thanks(verified.email))
  }
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
      paragraphs: [
        `${email} is registered as the address of the holder of a domain name. Please confirm that you receive mail at this address.`,
      ],
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
      paragraphs: [
        `${email} staat geregistreerd als adres van de houder van een domeinnaam. Bevestig dat u op dit adres e-mail ontvangt.`,
      ],
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
        `${email} ist als Adresse des Inhabers eines Domainnamens eingetragen. Bitte bestätigen Sie, dass Sie unter dieser Adresse E-Mails empfangen.`,
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

/** Texts in the language of the mail, or in English. */
function wordsIn(language: string): Words {
  return words[language.slice(0, 2).toLowerCase()] ?? words.en!
}
