import type { Mail } from '../mail/mailer'
import type { ResetRecipient } from './password-reset.store'

interface Words {
  readonly subject: string
  /** The paragraphs of the mail. The link has a line of its own, so that mail programs do not break it. */
  body(username: string, link: string): readonly string[]
}

const words: Readonly<Record<string, Words>> = {
  en: {
    subject: 'Set a new password',
    body: (username, link) => [
      'Hello,',
      `A new password was requested for the user name ${username}. Open this page to set it:`,
      link,
      'The link works once, for 30 minutes. All programs that are logged in with this user name will be logged out.',
      'If you did not request this, you can ignore this mail. Your password stays as it is.',
    ],
  },
  nl: {
    subject: 'Stel een nieuw wachtwoord in',
    body: (username, link) => [
      'Hallo,',
      `Er is een nieuw wachtwoord aangevraagd voor de gebruikersnaam ${username}. Stel het in op deze pagina:`,
      link,
      'De link werkt één keer, gedurende 30 minuten. Alle programma’s die met deze gebruikersnaam zijn ingelogd, worden uitgelogd.',
      'Hebt u dit niet aangevraagd? Dan hoeft u niets te doen. Uw wachtwoord blijft zoals het is.',
    ],
  },
  de: {
    subject: 'Legen Sie ein neues Passwort fest',
    body: (username, link) => [
      'Guten Tag,',
      `Für den Benutzernamen ${username} wurde ein neues Passwort angefordert. Legen Sie es auf dieser Seite fest:`,
      link,
      'Der Link funktioniert einmal und 30 Minuten lang. Alle Programme, die mit diesem Benutzernamen angemeldet sind, werden abgemeldet.',
      'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Ihr Passwort bleibt unverändert.',
    ],
  },
}

/**
 * The mail with the link for a new password, in the language of the contact or else in English.
 */
export function passwordResetMail({ username, email, locale }: ResetRecipient, link: string): Omit<Mail, 'messageId'> {
  const { subject, body } = words[locale.slice(0, 2).toLowerCase()] ?? words.en!
  return { to: email, subject, text: `${body(username, link).join('\n\n')}\n` }
}
