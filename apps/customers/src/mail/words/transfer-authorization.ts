import type { MailType } from './mail-type'

/** The mail that asks a registrant to authorize a transfer to the account (form of authorization). Its link acts. */
export const transferAuthorization: MailType = {
  name: 'transfer-authorization',
  group: 'foa',
  summary:
    'A transfer to the account needs the authorization of the registrant. To the registrant and the administrative contact.',
  variables: {
    domain: { description: 'Name of the domain.', sample: 'example.com' },
    link: {
      description: 'The page on which the transfer is authorized or rejected.',
      sample: 'https://names.example/authorize/sample',
    },
    deadline: { description: 'When the transfer is cancelled without an answer, UTC.', sample: '2028-01-31 10:00:00' },
    needs_code: { description: 'Whether the page asks for the auth code.', sample: false },
  },
  words: {
    en: {
      subject: 'Please authorize the transfer of {{domain}}',
      text: `Hello,

You are the registrant or administrative contact of {{domain}}. The transfer of this domain name from its current registrar to us was requested. It needs your authorization.

Open this page to authorize or reject the transfer:

{{link}}

{{#needs_code}}
Please have the transfer code of the domain name ready. Its registry sends it only to you.
{{/needs_code}}

Without an answer by {{deadline}} UTC, the transfer is cancelled and the domain name stays with its current registrar.`,
    },
    nl: {
      subject: 'Geef toestemming voor de verhuizing van {{domain}}',
      text: `Hallo,

U bent de houder of administratieve contactpersoon van {{domain}}. De verhuizing van deze domeinnaam van de huidige registrar naar ons is aangevraagd. Daarvoor is uw toestemming nodig.

Open deze pagina om de verhuizing goed te keuren of te weigeren:

{{link}}

{{#needs_code}}
Houd de verhuiscode van de domeinnaam bij de hand. De registry stuurt deze code alleen naar u.
{{/needs_code}}

Zonder antwoord vóór {{deadline}} UTC wordt de verhuizing geannuleerd en blijft de domeinnaam bij de huidige registrar.`,
    },
    de: {
      subject: 'Bitte stimmen Sie dem Transfer von {{domain}} zu',
      text: `Guten Tag,

Sie sind Inhaber oder administrativer Ansprechpartner von {{domain}}. Der Transfer dieses Domainnamens von seinem derzeitigen Registrar zu uns wurde beantragt. Dafür ist Ihre Zustimmung erforderlich.

Auf dieser Seite können Sie dem Transfer zustimmen oder ihn ablehnen:

{{link}}

{{#needs_code}}
Bitte halten Sie den Transfercode des Domainnamens bereit. Die Registrierungsstelle sendet ihn nur an Sie.
{{/needs_code}}

Ohne Antwort bis zum {{deadline}} UTC wird der Transfer abgebrochen, und der Domainname bleibt beim derzeitigen Registrar.`,
    },
    fr: {
      subject: 'Veuillez autoriser le transfert de {{domain}}',
      text: `Bonjour,

Vous êtes le titulaire ou le contact administratif de {{domain}}. Le transfert de ce nom de domaine de son bureau d’enregistrement actuel vers nous a été demandé. Il nécessite votre autorisation.

Ouvrez cette page pour autoriser ou refuser le transfert :

{{link}}

{{#needs_code}}
Veuillez vous munir du code de transfert du nom de domaine. Son registre ne l’envoie qu’à vous.
{{/needs_code}}

Sans réponse avant le {{deadline}} UTC, le transfert est annulé et le nom de domaine reste chez son bureau d’enregistrement actuel.`,
    },
    es: {
      subject: 'Autorice la transferencia de {{domain}}',
      text: `Hola:

Usted es el titular o el contacto administrativo de {{domain}}. Se ha solicitado la transferencia de este nombre de dominio desde su registrador actual a nosotros. Para ello se necesita su autorización.

Abra esta página para autorizar o rechazar la transferencia:

{{link}}

{{#needs_code}}
Tenga a mano el código de transferencia del nombre de dominio. Su registro solo se lo envía a usted.
{{/needs_code}}

Sin respuesta antes del {{deadline}} UTC, la transferencia se cancela y el nombre de dominio permanece en su registrador actual.`,
    },
  },
}
