import { domainMail } from './event-mail'

/** The yearly mail that asks a registrant to check the registration data (ICANN's WHOIS Data Reminder Policy). */
export const dataReminder = domainMail({
  name: 'data-reminder',
  group: 'wdrp',
  summary: 'Once a year: the registrant is asked to check the registration data of a domain.',
  variables: {
    expiration_date: { description: 'When the paid time of the domain ends, UTC.', sample: '2028-01-31 10:00:00' },
    registrant_name: { description: 'Name of the registrant.', sample: 'Anna Tester' },
    registrant_company: { description: 'Company of the registrant; empty for a private person.', sample: 'Example' },
    registrant_address: { description: 'Address of the registrant.', sample: 'Main Street 1, 1000 AA Amsterdam, NL' },
    registrant_email: { description: 'E-mail address of the registrant.', sample: 'anna@example.com' },
    registrant_phone: { description: 'Phone number of the registrant.', sample: '+31 20 1234567' },
  },
  words: {
    en: {
      subject: 'Please check the registration data of {{domain}}',
      text: `Once a year, we ask you to check the data with which the domain name {{domain}} is registered:

Name: {{registrant_name}}
{{#registrant_company}}
Company: {{registrant_company}}
{{/registrant_company}}
Address: {{registrant_address}}
E-mail: {{registrant_email}}
Phone: {{registrant_phone}}
Paid until: {{expiration_date}} UTC

If everything is correct, there is nothing to do. Otherwise, please ask {{seller}} to correct it. By the rules of ICANN, false registration data can be a reason to cancel the registration of a domain name.`,
    },
    nl: {
      subject: 'Controleer de registratiegegevens van {{domain}}',
      text: `Eens per jaar vragen wij u de gegevens te controleren waarmee de domeinnaam {{domain}} is geregistreerd:

Naam: {{registrant_name}}
{{#registrant_company}}
Bedrijf: {{registrant_company}}
{{/registrant_company}}
Adres: {{registrant_address}}
E-mail: {{registrant_email}}
Telefoon: {{registrant_phone}}
Betaald tot: {{expiration_date}} UTC

Klopt alles? Dan hoeft u niets te doen. Vraag anders {{seller}} om de gegevens te corrigeren. Volgens de regels van ICANN kunnen onjuiste registratiegegevens een reden zijn om de registratie van een domeinnaam te beëindigen.`,
    },
    de: {
      subject: 'Bitte prüfen Sie die Registrierungsdaten von {{domain}}',
      text: `Einmal im Jahr bitten wir Sie, die Daten zu prüfen, mit denen der Domainname {{domain}} registriert ist:

Name: {{registrant_name}}
{{#registrant_company}}
Firma: {{registrant_company}}
{{/registrant_company}}
Adresse: {{registrant_address}}
E-Mail: {{registrant_email}}
Telefon: {{registrant_phone}}
Bezahlt bis: {{expiration_date}} UTC

Wenn alles stimmt, müssen Sie nichts tun. Andernfalls bitten Sie {{seller}} um eine Korrektur. Nach den Regeln der ICANN können falsche Registrierungsdaten ein Grund sein, die Registrierung eines Domainnamens zu beenden.`,
    },
    fr: {
      subject: 'Veuillez vérifier les données d’enregistrement de {{domain}}',
      text: `Une fois par an, nous vous demandons de vérifier les données avec lesquelles le nom de domaine {{domain}} est enregistré :

Nom : {{registrant_name}}
{{#registrant_company}}
Société : {{registrant_company}}
{{/registrant_company}}
Adresse : {{registrant_address}}
E-mail : {{registrant_email}}
Téléphone : {{registrant_phone}}
Payé jusqu’au : {{expiration_date}} UTC

Si tout est exact, vous n’avez rien à faire. Sinon, veuillez demander à {{seller}} de les corriger. Selon les règles de l’ICANN, des données d’enregistrement fausses peuvent être un motif d’annulation de l’enregistrement d’un nom de domaine.`,
    },
    es: {
      subject: 'Compruebe los datos de registro de {{domain}}',
      text: `Una vez al año le pedimos que compruebe los datos con los que está registrado el nombre de dominio {{domain}}:

Nombre: {{registrant_name}}
{{#registrant_company}}
Empresa: {{registrant_company}}
{{/registrant_company}}
Dirección: {{registrant_address}}
Correo: {{registrant_email}}
Teléfono: {{registrant_phone}}
Pagado hasta: {{expiration_date}} UTC

Si todo es correcto, no tiene que hacer nada. De lo contrario, pida a {{seller}} que los corrija. Según las normas de la ICANN, los datos de registro falsos pueden ser motivo para cancelar el registro de un nombre de dominio.`,
    },
  },
})
