import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { completePasswordReset } from '@nameyard/contracts/access/complete-password-reset'
import { findPasswordReset } from '@nameyard/contracts/access/find-password-reset'
import { Refusal, type RefusalDetails } from '@nameyard/contracts/errors'
import { LinkPageFilter, LinkPages, readForm, tokenOf, wordsFor } from './link-pages'
import { sendPage, type Page } from './page'

/** The longest password, with every octet written as `%XX`. */
const BODY_LIMIT = 16 * 1024

/**
 * The page behind the link in a mail for a new password. Opening it changes nothing, because mail programs open links
 * before people do; only its button sets the password. The link is the only key: there is no login.
 */
@Controller('reset-password/:token')
@UseFilters(LinkPageFilter)
export class ResetPasswordPage {
  constructor(private readonly links: LinkPages) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const texts = wordsFor(request, words)
    try {
      const { username } = await this.links.ask(findPasswordReset, tokenOf(request), request)
      sendPage(reply, 200, question(texts, username))
    } catch (error) {
      refuse(reply, texts, error)
    }
  }

  @Post()
  async set(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const password = (await readForm(request, reply, BODY_LIMIT)).get('password') ?? ''
    const texts = wordsFor(request, words)
    let username = ''
    try {
      ;({ username } = await this.links.ask(findPasswordReset, tokenOf(request), request))
      await this.links.ask(completePasswordReset, { ...tokenOf(request), password }, request)
      sendPage(reply, 200, { language: texts.language, title: texts.thanks, paragraphs: [texts.done(username)] })
    } catch (error) {
      refuse(reply, texts, error, username)
    }
  }
}

/** Asks again if the password breaks a rule. Says so if the link does not work. All other errors have pages of their own. */
function refuse(reply: FastifyReply, texts: Words, error: unknown, username = ''): void {
  const { refusal, details = {} }: Partial<Refusal> = error instanceof Refusal ? error : {}
  const { language, noLink, askAgain } = texts
  if (refusal === 'password_reset_not_found') {
    sendPage(reply, 404, { language, title: noLink, paragraphs: [askAgain] })
  } else if (refusal === 'password_invalid') {
    sendPage(reply, 400, question(texts, username, problemIn(texts, details)))
  } else throw error
}

interface Words {
  /** BCP 47. */
  readonly language: string
  readonly title: string
  asked(username: string): string
  readonly advice: string
  readonly label: string
  readonly button: string
  readonly thanks: string
  done(username: string): string
  readonly noLink: string
  readonly askAgain: string
  /** By the rule that the password breaks. */
  readonly problems: Readonly<Record<string, string>>
  readonly otherProblem: string
}

function question(texts: Words, username: string, problem?: string): Page {
  return {
    language: texts.language,
    title: texts.title,
    paragraphs: [...(problem === undefined ? [] : [problem]), texts.asked(username), texts.advice],
    form: {
      fields: [{ name: 'password', label: texts.label, kind: 'new-password' }],
      buttons: [{ label: texts.button }],
    },
  }
}

function problemIn(texts: Words, { rule, least }: RefusalDetails): string {
  return (texts.problems[String(rule)] ?? texts.otherProblem).replace('{least}', String(least))
}

const words: Readonly<Record<string, Words>> = {
  en: {
    language: 'en',
    title: 'Set a new password',
    asked: (username) => `Set a new password for the user name ${username}.`,
    advice: 'Use several unrelated words, or let your password manager make a password. Any characters are allowed.',
    label: 'New password',
    button: 'Set the password',
    thanks: 'Thank you',
    done: (username) =>
      `The password of ${username} is set. All programs that were logged in with this user name are logged out. You can close this page.`,
    noLink: 'This link does not work',
    askAgain:
      'The link was used already, has expired, or your password or e-mail address has changed since. Ask for a new link.',
    problems: {
      'too short': 'This password is too short. It must have at least {least} characters.',
      'too long': 'This password is too long. It must have at most 1024 characters.',
      repetitive: 'This password repeats one or two characters. Use several words.',
      common: 'This password is one of the most common ones. Use several unrelated words.',
      'own name': 'This password is a name of yours, your company or this product. Use other words.',
      unchanged: 'This is your present password. Choose another one.',
    },
    otherProblem: 'This password is not accepted. Choose another one.',
  },
  nl: {
    language: 'nl',
    title: 'Stel een nieuw wachtwoord in',
    asked: (username) => `Stel een nieuw wachtwoord in voor de gebruikersnaam ${username}.`,
    advice:
      'Gebruik meerdere willekeurige woorden, of laat uw wachtwoordmanager een wachtwoord maken. Alle tekens zijn toegestaan.',
    label: 'Nieuw wachtwoord',
    button: 'Wachtwoord instellen',
    thanks: 'Hartelijk dank',
    done: (username) =>
      `Het wachtwoord van ${username} is ingesteld. Alle programma’s die met deze gebruikersnaam waren ingelogd, zijn uitgelogd. U kunt deze pagina sluiten.`,
    noLink: 'Deze link werkt niet',
    askAgain:
      'De link is al gebruikt of verlopen, of uw wachtwoord of e-mailadres is sindsdien gewijzigd. Vraag een nieuwe link aan.',
    problems: {
      'too short': 'Dit wachtwoord is te kort. Gebruik minstens {least} tekens.',
      'too long': 'Dit wachtwoord is te lang. Gebruik hoogstens 1024 tekens.',
      repetitive: 'Dit wachtwoord herhaalt één of twee tekens. Gebruik meerdere woorden.',
      common: 'Dit is een veelgebruikt wachtwoord. Gebruik meerdere willekeurige woorden.',
      'own name': 'Dit wachtwoord is een naam van u, uw bedrijf of dit product. Gebruik andere woorden.',
      unchanged: 'Dit is uw huidige wachtwoord. Kies een ander wachtwoord.',
    },
    otherProblem: 'Dit wachtwoord wordt niet geaccepteerd. Kies een ander wachtwoord.',
  },
  de: {
    language: 'de',
    title: 'Legen Sie ein neues Passwort fest',
    asked: (username) => `Legen Sie ein neues Passwort für den Benutzernamen ${username} fest.`,
    advice:
      'Verwenden Sie mehrere zufällige Wörter, oder lassen Sie Ihren Passwort-Manager ein Passwort erzeugen. Alle Zeichen sind erlaubt.',
    label: 'Neues Passwort',
    button: 'Passwort festlegen',
    thanks: 'Vielen Dank',
    done: (username) =>
      `Das Passwort von ${username} ist festgelegt. Alle Programme, die mit diesem Benutzernamen angemeldet waren, sind abgemeldet. Sie können diese Seite schließen.`,
    noLink: 'Dieser Link funktioniert nicht',
    askAgain:
      'Der Link wurde schon benutzt oder ist abgelaufen, oder Ihr Passwort oder Ihre E-Mail-Adresse wurde seitdem geändert. Fordern Sie einen neuen Link an.',
    problems: {
      'too short': 'Dieses Passwort ist zu kurz. Verwenden Sie mindestens {least} Zeichen.',
      'too long': 'Dieses Passwort ist zu lang. Verwenden Sie höchstens 1024 Zeichen.',
      repetitive: 'Dieses Passwort wiederholt ein oder zwei Zeichen. Verwenden Sie mehrere Wörter.',
      common: 'Dieses Passwort ist sehr verbreitet. Verwenden Sie mehrere zufällige Wörter.',
      'own name':
        'Dieses Passwort ist ein Name von Ihnen, Ihrem Unternehmen oder diesem Produkt. Verwenden Sie andere Wörter.',
      unchanged: 'Das ist Ihr jetziges Passwort. Wählen Sie ein anderes.',
    },
    otherProblem: 'Dieses Passwort wird nicht akzeptiert. Wählen Sie ein anderes.',
  },
}
