import { printDate } from '@nameyard/contracts/primitives/dates'
import type { Mail } from '../mail/mailer'
import type { EmailVerification } from './email-verification.store'

interface Words {
  readonly subject: string
  /** Paragraphs of the mail; the link stands alone on its line, so that no mail program breaks it. */
  body(email: string, link: string, deadline: string): readonly string[]
}

const words: Readonly<Record<string, Words>> = {
  en: {
    subject: 'Please confirm your e-mail address',
    body: (email, link, deadline) => [
      'Hello,',
      `You are the holder of a domain name that is registered with the address ${email}. The rules of the registries ask us to make sure that mail to this address reaches you.`,
      'Open this page and confirm:',
      link,
      `Please do so before ${deadline} UTC. After that the domain names of this address are suspended until it is confirmed.`,
      'If you know nothing of this, you need not do anything.',
    ],
  },
  nl: {
    subject: 'Bevestig uw e-mailadres',
    body: (email, link, deadline) => [
      'Hallo,',
      `U bent houder van een domeinnaam die is geregistreerd met het adres ${email}. De regels van de registers vragen ons om na te gaan of e-mail aan dit adres u bereikt.`,
      'Open deze pagina en bevestig:',
      link,
      `Doe dit vóór ${deadline} UTC. Daarna worden de domeinnamen van dit adres opgeschort totdat het is bevestigd.`,
      'Weet u hier niets van, dan hoeft u niets te doen.',
    ],
  },
  de: {
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    body: (email, link, deadline) => [
      'Guten Tag,',
      `Sie sind Inhaber eines Domainnamens, der mit der Adresse ${email} registriert ist. Nach den Regeln der Registrierungsstellen müssen wir sicherstellen, dass E-Mails an diese Adresse Sie erreichen.`,
      'Öffnen Sie diese Seite und bestätigen Sie:',
      link,
      `Bitte tun Sie das vor dem ${deadline} UTC. Danach werden die Domainnamen dieser Adresse gesperrt, bis sie bestätigt ist.`,
      'Wenn Sie davon nichts wissen, müssen Sie nichts tun.',
    ],
  },
}

/** The mail that asks for the confirmation, in the language that was named or else in English. */
export function verificationMail(
  { email, language, deadline_at }: Pick<EmailVerification, 'email' | 'language' | 'deadline_at'>,
  link: string,
): Omit<Mail, 'messageId'> {
  const { subject, body } = words[language.slice(0, 2).toLowerCase()] ?? words.en!
  return { to: email, subject, text: `${body(email, link, printDate(deadline_at)).join('\n\n')}\n`, link }
}
