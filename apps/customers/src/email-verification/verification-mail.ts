import { printDate } from '@nameyard/contracts/primitives/dates'
import type { Mail } from '../mail/mailer'
import type { EmailVerification } from './email-verification.store'

interface Words {
  readonly subject: string
  /** The paragraphs of the mail. The link has a line of its own, so that mail programs do not break it. */
  body(email: string, link: string, deadline: string): readonly string[]
}

const words: Readonly<Record<string, Words>> = {
  en: {
    subject: 'Please confirm your e-mail address',
    body: (email, link, deadline) => [
      'Hello,',
      `You are the registrant of a domain name with the e-mail address ${email}. Registry rules require us to verify that this address reaches you.`,
      'Open this page to confirm your address:',
      link,
      `Please confirm it before ${deadline} UTC. Otherwise, the domain names with this address are suspended until it is confirmed.`,
      'If you do not own such a domain name, you can ignore this mail.',
    ],
  },
  nl: {
    subject: 'Bevestig uw e-mailadres',
    body: (email, link, deadline) => [
      'Hallo,',
      `U bent houder van een domeinnaam die is geregistreerd met het e-mailadres ${email}. Volgens de regels van de registry’s moeten wij controleren of dit adres u bereikt.`,
      'Open deze pagina om uw adres te bevestigen:',
      link,
      `Bevestig het adres vóór ${deadline} UTC. Anders worden de domeinnamen met dit adres opgeschort totdat het adres is bevestigd.`,
      'Hebt u geen domeinnaam met dit adres? Dan hoeft u niets te doen.',
    ],
  },
  de: {
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    body: (email, link, deadline) => [
      'Guten Tag,',
      `Sie sind Inhaber eines Domainnamens, der mit der E-Mail-Adresse ${email} registriert ist. Nach den Regeln der Registrierungsstellen müssen wir prüfen, ob diese Adresse Sie erreicht.`,
      'Bitte bestätigen Sie Ihre Adresse auf dieser Seite:',
      link,
      `Bitte bestätigen Sie die Adresse vor dem ${deadline} UTC. Andernfalls werden die Domainnamen mit dieser Adresse gesperrt, bis die Adresse bestätigt ist.`,
      'Wenn Sie keinen Domainnamen mit dieser Adresse haben, können Sie diese E-Mail ignorieren.',
    ],
  },
}

/** The mail that asks to confirm an address, in the given language or else in English. */
export function verificationMail(
  { email, language, deadlineAt }: Pick<EmailVerification, 'email' | 'language' | 'deadlineAt'>,
  link: string,
): Omit<Mail, 'messageId'> {
  const { subject, body } = words[language.slice(0, 2).toLowerCase()] ?? words.en!
  return { to: email, subject, text: `${body(email, link, printDate(deadlineAt)).join('\n\n')}\n`, link }
}
