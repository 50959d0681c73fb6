import type { MailType } from './mail-type'

/** The mail that asks a registrant to confirm an e-mail address. Its link acts. */
export const verification: MailType = {
  name: 'verification',
  group: 'ive',
  summary: 'The e-mail address of a registrant has to be confirmed. To that address.',
  variables: {
    email: { description: 'The address to confirm.', sample: 'anna@example.com' },
    link: { description: 'The page on which the address is confirmed.', sample: 'https://names.example/verify/sample' },
    deadline: { description: 'When the verification fails, UTC.', sample: '2028-01-31 10:00:00' },
  },
  words: {
    en: {
      subject: 'Please confirm your e-mail address',
      text: `Hello,

You are the registrant of a domain name with the e-mail address {{email}}. Registry rules require us to verify that this address reaches you.

Open this page to confirm your address:

{{link}}

Please confirm it before {{deadline}} UTC. Otherwise, the domain names with this address are suspended until it is confirmed.

If you do not own such a domain name, you can ignore this mail.`,
    },
    nl: {
      subject: 'Bevestig uw e-mailadres',
      text: `Hallo,

U bent houder van een domeinnaam die is geregistreerd met het e-mailadres {{email}}. Volgens de regels van de registry’s moeten wij controleren of dit adres u bereikt.

Open deze pagina om uw adres te bevestigen:

{{link}}

Bevestig het adres vóór {{deadline}} UTC. Anders worden de domeinnamen met dit adres opgeschort totdat het adres is bevestigd.

Hebt u geen domeinnaam met dit adres? Dan hoeft u niets te doen.`,
    },
    de: {
      subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
      text: `Guten Tag,

Sie sind Inhaber eines Domainnamens, der mit der E-Mail-Adresse {{email}} registriert ist. Nach den Regeln der Registrierungsstellen müssen wir prüfen, ob diese Adresse Sie erreicht.

Bitte bestätigen Sie Ihre Adresse auf dieser Seite:

{{link}}

Bitte bestätigen Sie die Adresse vor dem {{deadline}} UTC. Andernfalls werden die Domainnamen mit dieser Adresse gesperrt, bis die Adresse bestätigt ist.

Wenn Sie keinen Domainnamen mit dieser Adresse haben, können Sie diese E-Mail ignorieren.`,
    },
    fr: {
      subject: 'Veuillez confirmer votre adresse e-mail',
      text: `Bonjour,

Vous êtes le titulaire d’un nom de domaine enregistré avec l’adresse e-mail {{email}}. Les règles des registres nous obligent à vérifier que cette adresse vous parvient.

Ouvrez cette page pour confirmer votre adresse :

{{link}}

Veuillez la confirmer avant le {{deadline}} UTC. Sinon, les noms de domaine qui utilisent cette adresse seront suspendus jusqu’à sa confirmation.

Si vous n’avez pas de nom de domaine avec cette adresse, vous pouvez ignorer cet e-mail.`,
    },
    es: {
      subject: 'Confirme su dirección de correo electrónico',
      text: `Hola:

Usted es el titular de un nombre de dominio registrado con la dirección de correo {{email}}. Las normas de los registros nos obligan a comprobar que recibe el correo en esta dirección.

Abra esta página para confirmar su dirección:

{{link}}

Confírmela antes del {{deadline}} UTC. De lo contrario, los nombres de dominio con esta dirección se suspenderán hasta que se confirme.

Si no tiene ningún nombre de dominio con esta dirección, puede ignorar este correo.`,
    },
  },
}
