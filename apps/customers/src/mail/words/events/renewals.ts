import { domainMail } from './event-mail'

const expires = { description: 'When the paid time of the domain ends, UTC.', sample: '2028-01-31 10:00:00' }

/** The mail that a domain was renewed. */
export const domainRenewed = domainMail({
  name: 'domain-renewed',
  summary: 'A domain was renewed.',
  variables: { expiration_date: expires },
  words: {
    en: {
      subject: '{{domain}} was renewed',
      text: 'The domain name {{domain}} was renewed. It is now paid until {{expiration_date}} UTC.',
    },
    nl: {
      subject: '{{domain}} is verlengd',
      text: 'De domeinnaam {{domain}} is verlengd. De registratie is nu betaald tot {{expiration_date}} UTC.',
    },
    de: {
      subject: '{{domain}} wurde verlängert',
      text: 'Der Domainname {{domain}} wurde verlängert. Er ist nun bis {{expiration_date}} UTC bezahlt.',
    },
    fr: {
      subject: '{{domain}} a été renouvelé',
      text: 'Le nom de domaine {{domain}} a été renouvelé. Il est désormais payé jusqu’au {{expiration_date}} UTC.',
    },
    es: {
      subject: '{{domain}} se ha renovado',
      text: 'El nombre de dominio {{domain}} se ha renovado. Ahora está pagado hasta el {{expiration_date}} UTC.',
    },
  },
})

/** The mail that a domain could not be renewed, or that its renewal could not be paid. */
export const domainRenewalFailed = domainMail({
  name: 'domain-renewal-failed',
  summary: 'A renewal was refused, could not be carried out, or could not be paid.',
  variables: { expiration_date: expires },
  words: {
    en: {
      subject: '{{domain}} could not be renewed',
      text: `The domain name {{domain}} could not be renewed, or its renewal could not be paid. The renewal is tried again every day until the domain name expires on {{expiration_date}} UTC.

{{^is_registrant}}
Please check that the balance of the account is sufficient and what the last operation of the domain says.
{{/is_registrant}}`,
    },
    nl: {
      subject: '{{domain}} kon niet worden verlengd',
      text: `De domeinnaam {{domain}} kon niet worden verlengd, of de verlenging kon niet worden betaald. De verlenging wordt elke dag opnieuw geprobeerd totdat de domeinnaam op {{expiration_date}} UTC verloopt.

{{^is_registrant}}
Controleer of het saldo van het account voldoende is en wat de laatste bewerking van de domeinnaam meldt.
{{/is_registrant}}`,
    },
    de: {
      subject: '{{domain}} konnte nicht verlängert werden',
      text: `Der Domainname {{domain}} konnte nicht verlängert werden, oder die Verlängerung konnte nicht bezahlt werden. Die Verlängerung wird täglich erneut versucht, bis der Domainname am {{expiration_date}} UTC abläuft.

{{^is_registrant}}
Bitte prüfen Sie, ob das Guthaben des Kontos ausreicht und was der letzte Vorgang des Domainnamens meldet.
{{/is_registrant}}`,
    },
    fr: {
      subject: '{{domain}} n’a pas pu être renouvelé',
      text: `Le nom de domaine {{domain}} n’a pas pu être renouvelé, ou son renouvellement n’a pas pu être payé. Une nouvelle tentative a lieu chaque jour jusqu’à l’expiration du nom de domaine, le {{expiration_date}} UTC.

{{^is_registrant}}
Veuillez vérifier que le solde du compte est suffisant et ce qu’indique la dernière opération du nom de domaine.
{{/is_registrant}}`,
    },
    es: {
      subject: '{{domain}} no se pudo renovar',
      text: `El nombre de dominio {{domain}} no se pudo renovar, o su renovación no se pudo pagar. La renovación se intenta de nuevo cada día hasta que el nombre de dominio caduque el {{expiration_date}} UTC.

{{^is_registrant}}
Compruebe que el saldo de la cuenta es suficiente y qué indica la última operación del nombre de dominio.
{{/is_registrant}}`,
    },
  },
})
