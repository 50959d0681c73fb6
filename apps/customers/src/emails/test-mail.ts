import type { ComposedMail } from '../mail/mail-composer'
import type { Mail } from '../mail/mailer'
import type { Tester } from './test-mail.store'

interface Words {
  readonly subject: string
  /** The paragraphs of the mail with the code. */
  body(username: string, code: string): readonly string[]
  /** The first line of a test. */
  readonly mark: string
}

const words: Readonly<Record<string, Words>> = {
  en: {
    subject: 'Code for test mails',
    body: (username, code) => [
      'Hello,',
      `The user name ${username} asks for test mails to this address. If that was you, repeat the request with this code:`,
      code,
      'If you did not ask for it, you can ignore this mail. Without the code, no test mails are sent.',
    ],
    mark: 'This is a test with sample data. Its links do not work.',
  },
  nl: {
    subject: 'Code voor testmails',
    body: (username, code) => [
      'Hallo,',
      `De gebruikersnaam ${username} vraagt om testmails naar dit adres. Was u dat? Herhaal het verzoek dan met deze code:`,
      code,
      'Hebt u dit niet gevraagd? Dan hoeft u niets te doen. Zonder de code worden geen testmails verstuurd.',
    ],
    mark: 'Dit is een test met voorbeeldgegevens. De links werken niet.',
  },
  de: {
    subject: 'Code für Test-E-Mails',
    body: (username, code) => [
      'Guten Tag,',
      `Der Benutzername ${username} möchte Test-E-Mails an diese Adresse. Wenn Sie das waren, wiederholen Sie die Anfrage mit diesem Code:`,
      code,
      'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Ohne den Code werden keine Test-E-Mails gesendet.',
    ],
    mark: 'Dies ist ein Test mit Beispieldaten. Die Links funktionieren nicht.',
  },
}

const wordsIn = (locale: string): Words => words[locale.slice(0, 2).toLowerCase()] ?? words.en!

/** The mail with the code, in the language of the contact or else in English. Nothing in it is worded by the account. */
export function codeMail({ username, email, locale }: Tester, code: string): Omit<Mail, 'messageId'> {
  const { subject, body } = wordsIn(locale)
  return { to: email, subject, text: `${body(username, code).join('\n\n')}\n` }
}

/** Marks a mail as a test, in the language of the contact. */
export function markedAsTest(mail: ComposedMail, { locale }: Pick<Tester, 'locale'>): ComposedMail {
  const { mark } = wordsIn(locale)
  return {
    ...mail,
    subject: `[Test] ${mail.subject}`,
    text: `${mark}\n\n${mail.text}`,
    ...(mail.html !== undefined && { html: mail.html.replace('<body>', `<body>\n<p><strong>${mark}</strong></p>`) }),
  }
}
