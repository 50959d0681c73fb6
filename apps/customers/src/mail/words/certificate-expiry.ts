import type { MailType } from './mail-type'

/** The mail that a certificate expires and is not renewed by the platform. */
export const certificateExpiry: MailType = {
  name: 'certificate-expiry',
  group: 'other',
  summary: 'A certificate expires soon. To the contact of its order.',
  variables: {
    name: { description: 'Name that the certificate is for.', sample: 'www.example.com' },
    end: { description: 'When it expires, UTC.', sample: '2028-01-31 10:00:00' },
  },
  words: {
    en: {
      subject: 'The certificate for {{name}} expires soon',
      text: `Hello,

The certificate for {{name}} expires on {{end}} UTC. After that, visitors see a warning. To renew it, please ask {{seller}}.

{{account}}`,
    },
    nl: {
      subject: 'Het certificaat voor {{name}} verloopt binnenkort',
      text: `Hallo,

Het certificaat voor {{name}} verloopt op {{end}} UTC. Daarna krijgen bezoekers een waarschuwing te zien. Vraag {{seller}} om het te verlengen.

{{account}}`,
    },
    de: {
      subject: 'Das Zertifikat für {{name}} läuft bald ab',
      text: `Guten Tag,

Das Zertifikat für {{name}} läuft am {{end}} UTC ab. Danach sehen Besucher eine Warnung. Bitten Sie {{seller}}, es zu verlängern.

{{account}}`,
    },
    fr: {
      subject: 'Le certificat pour {{name}} expire bientôt',
      text: `Bonjour,

Le certificat pour {{name}} expire le {{end}} UTC. Ensuite, les visiteurs voient un avertissement. Pour le renouveler, veuillez vous adresser à {{seller}}.

{{account}}`,
    },
    es: {
      subject: 'El certificado de {{name}} caduca pronto',
      text: `Hola:

El certificado de {{name}} caduca el {{end}} UTC. Después, los visitantes verán una advertencia. Para renovarlo, diríjase a {{seller}}.

{{account}}`,
    },
  },
}
