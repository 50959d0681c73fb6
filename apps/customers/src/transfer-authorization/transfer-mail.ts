import { printDate } from '@nameyard/contracts/primitives/dates'
import type { Mail } from '../mail/mailer'

/** A transfer that needs the authorization of a registrant. */
export interface AskedTransfer {
  /** In U-labels. */
  readonly domain: string
  readonly expiresAt: Date
  readonly needsCode: boolean
}

interface Words {
  subject(domain: string): string
  /** The paragraphs of the mail. The link has a line of its own, so that mail programs do not break it. */
  body(domain: string, link: string, deadline: string, needsCode: boolean): readonly string[]
}

const words: Readonly<Record<string, Words>> = {
  en: {
    subject: (domain) => `Please authorize the transfer of ${domain}`,
    body: (domain, link, deadline, needsCode) => [
      'Hello,',
      `You are the registrant or administrative contact of ${domain}. The transfer of this domain name from its current registrar to us was requested. It needs your authorization.`,
      'Open this page to authorize or reject the transfer:',
      link,
      ...(needsCode
        ? ['Please have the transfer code of the domain name ready. Its registry sends it only to you.']
        : []),
      `Without an answer by ${deadline} UTC, the transfer is cancelled and the domain name stays with its current registrar.`,
    ],
  },
  nl: {
    subject: (domain) => `Geef toestemming voor de verhuizing van ${domain}`,
    body: (domain, link, deadline, needsCode) => [
      'Hallo,',
      `U bent de houder of administratieve contactpersoon van ${domain}. De verhuizing van deze domeinnaam van de huidige registrar naar ons is aangevraagd. Daarvoor is uw toestemming nodig.`,
      'Open deze pagina om de verhuizing goed te keuren of te weigeren:',
      link,
      ...(needsCode
        ? ['Houd de verhuiscode van de domeinnaam bij de hand. De registry stuurt deze code alleen naar u.']
        : []),
      `Zonder antwoord vóór ${deadline} UTC wordt de verhuizing geannuleerd en blijft de domeinnaam bij de huidige registrar.`,
    ],
  },
  de: {
    subject: (domain) => `Bitte stimmen Sie dem Transfer von ${domain} zu`,
    body: (domain, link, deadline, needsCode) => [
      'Guten Tag,',
      `Sie sind Inhaber oder administrativer Ansprechpartner von ${domain}. Der Transfer dieses Domainnamens von seinem derzeitigen Registrar zu uns wurde beantragt. Dafür ist Ihre Zustimmung erforderlich.`,
      'Auf dieser Seite können Sie dem Transfer zustimmen oder ihn ablehnen:',
      link,
      ...(needsCode
        ? ['Bitte halten Sie den Transfercode des Domainnamens bereit. Die Registrierungsstelle sendet ihn nur an Sie.']
        : []),
      `Ohne Antwort bis zum ${deadline} UTC wird der Transfer abgebrochen, und der Domainname bleibt beim derzeitigen Registrar.`,
    ],
  },
}

/** The mail that asks a registrant to authorize a transfer, in the customer's language or else in English. */
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
