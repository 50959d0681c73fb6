import { domainMail } from './event-mail'

/** The mail that a transfer to the account was ordered. */
export const transferInRequested = domainMail({
  name: 'transfer-in-requested',
  summary: 'A transfer of a domain to the account was ordered.',
  words: {
    en: {
      subject: 'The transfer of {{domain}} to us was requested',
      text: 'On {{time}} UTC, the transfer of the domain name {{domain}} from its current registrar to us was requested.',
    },
    nl: {
      subject: 'De verhuizing van {{domain}} naar ons is aangevraagd',
      text: 'Op {{time}} UTC is de verhuizing van de domeinnaam {{domain}} van de huidige registrar naar ons aangevraagd.',
    },
    de: {
      subject: 'Der Transfer von {{domain}} zu uns wurde beantragt',
      text: 'Am {{time}} UTC wurde der Transfer des Domainnamens {{domain}} vom derzeitigen Registrar zu uns beantragt.',
    },
    fr: {
      subject: 'Le transfert de {{domain}} vers nous a été demandé',
      text: 'Le {{time}} UTC, le transfert du nom de domaine {{domain}} de son bureau d’enregistrement actuel vers nous a été demandé.',
    },
    es: {
      subject: 'Se ha solicitado la transferencia de {{domain}} a nosotros',
      text: 'El {{time}} UTC se solicitó la transferencia del nombre de dominio {{domain}} desde su registrador actual a nosotros.',
    },
  },
})

/** The mail that the registrant has authorized a transfer to the account. */
export const transferInApproved = domainMail({
  name: 'transfer-in-approved',
  summary: 'The registrant has authorized a transfer to the account, and it was submitted to the registry.',
  words: {
    en: {
      subject: 'The transfer of {{domain}} was authorized',
      text: 'The transfer of the domain name {{domain}} to us was authorized on {{time}} UTC and is now at its registry.',
    },
    nl: {
      subject: 'De verhuizing van {{domain}} is goedgekeurd',
      text: 'De verhuizing van de domeinnaam {{domain}} naar ons is op {{time}} UTC goedgekeurd en ligt nu bij de registry.',
    },
    de: {
      subject: 'Dem Transfer von {{domain}} wurde zugestimmt',
      text: 'Dem Transfer des Domainnamens {{domain}} zu uns wurde am {{time}} UTC zugestimmt. Er liegt nun bei der Registrierungsstelle.',
    },
    fr: {
      subject: 'Le transfert de {{domain}} a été autorisé',
      text: 'Le transfert du nom de domaine {{domain}} vers nous a été autorisé le {{time}} UTC. Il est maintenant traité par le registre.',
    },
    es: {
      subject: 'Se ha autorizado la transferencia de {{domain}}',
      text: 'La transferencia del nombre de dominio {{domain}} a nosotros se autorizó el {{time}} UTC y ya está en su registro.',
    },
  },
})

/** The mail that a domain has arrived at the account. */
export const transferInCompleted = domainMail({
  name: 'transfer-in-completed',
  summary: 'A domain was transferred to the account.',
  variables: {
    expiration_date: { description: 'When the paid time of the domain ends, UTC.', sample: '2028-01-31 10:00:00' },
  },
  words: {
    en: {
      subject: '{{domain}} was transferred to us',
      text: 'The transfer of the domain name {{domain}} to us is complete. Its registration is paid until {{expiration_date}} UTC.',
    },
    nl: {
      subject: '{{domain}} is naar ons verhuisd',
      text: 'De verhuizing van de domeinnaam {{domain}} naar ons is voltooid. De registratie is betaald tot {{expiration_date}} UTC.',
    },
    de: {
      subject: '{{domain}} wurde zu uns übertragen',
      text: 'Der Transfer des Domainnamens {{domain}} zu uns ist abgeschlossen. Er ist bis {{expiration_date}} UTC bezahlt.',
    },
    fr: {
      subject: '{{domain}} a été transféré vers nous',
      text: 'Le transfert du nom de domaine {{domain}} vers nous est terminé. Il est payé jusqu’au {{expiration_date}} UTC.',
    },
    es: {
      subject: '{{domain}} se ha transferido a nosotros',
      text: 'La transferencia del nombre de dominio {{domain}} a nosotros ha terminado. Está pagado hasta el {{expiration_date}} UTC.',
    },
  },
})

/** The mail that a transfer to the account was refused, cancelled or not carried out. */
export const transferInFailed = domainMail({
  name: 'transfer-in-failed',
  summary: 'A transfer to the account was refused or cancelled, or could not be carried out.',
  words: {
    en: {
      subject: 'The transfer of {{domain}} failed',
      text: 'The domain name {{domain}} was not transferred to us: the transfer was refused or cancelled, or could not be carried out. The domain name stays with its current registrar.',
    },
    nl: {
      subject: 'De verhuizing van {{domain}} is mislukt',
      text: 'De domeinnaam {{domain}} is niet naar ons verhuisd: de verhuizing is geweigerd of geannuleerd, of kon niet worden uitgevoerd. De domeinnaam blijft bij de huidige registrar.',
    },
    de: {
      subject: 'Der Transfer von {{domain}} ist fehlgeschlagen',
      text: 'Der Domainname {{domain}} wurde nicht zu uns übertragen: Der Transfer wurde abgelehnt oder abgebrochen, oder er konnte nicht ausgeführt werden. Der Domainname bleibt beim derzeitigen Registrar.',
    },
    fr: {
      subject: 'Le transfert de {{domain}} a échoué',
      text: 'Le nom de domaine {{domain}} n’a pas été transféré vers nous : le transfert a été refusé ou annulé, ou n’a pas pu être effectué. Le nom de domaine reste chez son bureau d’enregistrement actuel.',
    },
    es: {
      subject: 'La transferencia de {{domain}} ha fallado',
      text: 'El nombre de dominio {{domain}} no se ha transferido a nosotros: la transferencia se rechazó o canceló, o no se pudo realizar. El nombre de dominio permanece en su registrador actual.',
    },
  },
})
