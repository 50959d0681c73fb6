import { printDate } from '@nameyard/contracts/primitives/dates'
import type { Mail } from '../mail/mailer'

/** A transfer that a registrant is asked about. */
export interface AskedTransfer {
  /** As people write it. */
  readonly domain: string
  readonly expiresAt: Date
  readonly needsCode: boolean
}

interface Words {
  subject(domain: string): string
  /** Paragraphs of the mail; the link stands alone on its line, so that no mail program breaks it. */
  body(domain: string, link: string, deadline: string, needsCode: boolean): readonly string[]
}

const words: Readonly<Record<string, Words>> = {
  en: {
    subject: (domain) => `Please authorize the transfer of ${domain}`,
    body: (domain, link, deadline, needsCode) => [
      'Hello,',
      `You are named as a holder or administrator of ${domain}. It was ordered that this domain name moves from its registrar to us, and that does not happen without you.`,
      'Open this page and say yes or no:',
      link,
      ...(needsCode ? ['Have the transfer code of the domain name at hand: its registry sends it to you alone.'] : []),
      `Without an answer by ${deadline} UTC the transfer is given up and the domain name stays where it is.`,
    ],
  },
  nl: {
    subject: (domain) => `Geef toestemming voor de verhuizing van ${domain}`,
    body: (domain, link, deadline, needsCode) => [
      'Hallo,',
      `U staat vermeld als houder of beheerder van ${domain}. Er is opdracht gegeven om deze domeinnaam van zijn registrar naar ons te verhuizen, en zonder u gebeurt dat niet.`,
      'Open deze pagina en zeg ja of nee:',
      link,
      ...(needsCode
        ? ['Houd de verhuiscode van de domeinnaam bij de hand: het register stuurt die alleen aan u.']
        : []),
      `Zonder antwoord vóór ${deadline} UTC gaat de verhuizing niet door en blijft de domeinnaam waar hij is.`,
    ],
  },
  de: {
    subject: (domain) => `Bitte stimmen Sie dem Umzug von ${domain} zu`,
    body: (domain, link, deadline, needsCode) => [
      'Guten Tag,',
      `Sie sind als Inhaber oder Verwalter von ${domain} genannt. Es wurde beauftragt, diesen Domainnamen von seinem Registrar zu uns zu übertragen, und ohne Sie geschieht das nicht.`,
      'Öffnen Sie diese Seite und antworten Sie mit Ja oder Nein:',
      link,
      ...(needsCode
        ? ['Halten Sie den Transfercode des Domainnamens bereit: Die Registrierungsstelle sendet ihn nur Ihnen.']
        : []),
      `Ohne Antwort bis zum ${deadline} UTC wird der Umzug aufgegeben, und der Domainname bleibt, wo er ist.`,
    ],
  },
}

/** The mail that asks a registrant to authorize a transfer, in the language of the reader or else in English. */
export function transferMail(
  { domain, expiresAt, needsCode }: AskedTransfer,
  to: string,
  locale: string,
  link: string,
): Omit<Mail, 'messageId'> {
  const { subject, body } = words[locale.slice(0, 2).toLowerCase()] ?? words.en!
  const text = `${body(domain, link, printDate(expiresAt), needsCode).join('\n\n')}\n`
  return { to, subject: subject(domain), text, link }
}
