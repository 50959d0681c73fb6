import { domainMail } from './event-mail'

/** The mail that another registrar requests the transfer of a domain. */
export const transferOutRequested = domainMail({
  name: 'transfer-out-requested',
  summary: 'Another registrar has requested the transfer of a domain.',
  words: {
    en: {
      subject: 'Another registrar requests the transfer of {{domain}}',
      text: `On {{time}} UTC, another registrar requested the transfer of the domain name {{domain}}.

If you want this, there is nothing to do. Otherwise, please tell {{seller}} at once: the transfer may be carried out within a few days.`,
    },
    nl: {
      subject: 'Een andere registrar vraagt de verhuizing van {{domain}} aan',
      text: `Op {{time}} UTC heeft een andere registrar de verhuizing van de domeinnaam {{domain}} aangevraagd.

Wilt u dit? Dan hoeft u niets te doen. Laat het anders meteen weten aan {{seller}}: de verhuizing kan binnen enkele dagen worden uitgevoerd.`,
    },
    de: {
      subject: 'Ein anderer Registrar beantragt den Transfer von {{domain}}',
      text: `Am {{time}} UTC hat ein anderer Registrar den Transfer des Domainnamens {{domain}} beantragt.

Wenn Sie das wünschen, müssen Sie nichts tun. Andernfalls wenden Sie sich bitte sofort an {{seller}}: Der Transfer kann in wenigen Tagen ausgeführt werden.`,
    },
    fr: {
      subject: 'Un autre bureau d’enregistrement demande le transfert de {{domain}}',
      text: `Le {{time}} UTC, un autre bureau d’enregistrement a demandé le transfert du nom de domaine {{domain}}.

Si c’est ce que vous souhaitez, vous n’avez rien à faire. Sinon, veuillez en informer immédiatement {{seller}} : le transfert peut être effectué en quelques jours.`,
    },
    es: {
      subject: 'Otro registrador solicita la transferencia de {{domain}}',
      text: `El {{time}} UTC, otro registrador solicitó la transferencia del nombre de dominio {{domain}}.

Si es lo que desea, no tiene que hacer nada. De lo contrario, avise de inmediato a {{seller}}: la transferencia puede realizarse en pocos días.`,
    },
  },
})

/** The mail that a transfer to another registrar was rejected or cancelled. */
export const transferOutCancelled = domainMail({
  name: 'transfer-out-cancelled',
  summary: 'A transfer to another registrar was rejected or cancelled: the domain stays in the account.',
  words: {
    en: {
      subject: '{{domain}} is not transferred',
      text: 'The transfer of the domain name {{domain}} to another registrar was rejected or cancelled on {{time}} UTC. The domain name stays with us.',
    },
    nl: {
      subject: '{{domain}} wordt niet verhuisd',
      text: 'De verhuizing van de domeinnaam {{domain}} naar een andere registrar is op {{time}} UTC geweigerd of geannuleerd. De domeinnaam blijft bij ons.',
    },
    de: {
      subject: '{{domain}} wird nicht übertragen',
      text: 'Der Transfer des Domainnamens {{domain}} zu einem anderen Registrar wurde am {{time}} UTC abgelehnt oder abgebrochen. Der Domainname bleibt bei uns.',
    },
    fr: {
      subject: '{{domain}} n’est pas transféré',
      text: 'Le transfert du nom de domaine {{domain}} vers un autre bureau d’enregistrement a été refusé ou annulé le {{time}} UTC. Le nom de domaine reste chez nous.',
    },
    es: {
      subject: '{{domain}} no se transfiere',
      text: 'La transferencia del nombre de dominio {{domain}} a otro registrador se rechazó o canceló el {{time}} UTC. El nombre de dominio permanece con nosotros.',
    },
  },
})

/** The mail that a domain has left the account. */
export const transferOutCompleted = domainMail({
  name: 'transfer-out-completed',
  summary: 'A domain was transferred away and has left the account.',
  words: {
    en: {
      subject: '{{domain}} was transferred away',
      text: `The transfer of the domain name {{domain}} was completed on {{time}} UTC. We do not manage it any more.

If you did not want this, please tell {{seller}} at once.`,
    },
    nl: {
      subject: '{{domain}} is verhuisd',
      text: `De verhuizing van de domeinnaam {{domain}} is op {{time}} UTC voltooid. Wij beheren de domeinnaam niet meer.

Wilde u dit niet? Laat het dan meteen weten aan {{seller}}.`,
    },
    de: {
      subject: '{{domain}} wurde übertragen',
      text: `Der Transfer des Domainnamens {{domain}} wurde am {{time}} UTC abgeschlossen. Wir verwalten ihn nicht mehr.

Wenn Sie das nicht wollten, wenden Sie sich bitte sofort an {{seller}}.`,
    },
    fr: {
      subject: '{{domain}} a été transféré',
      text: `Le transfert du nom de domaine {{domain}} s’est terminé le {{time}} UTC. Nous ne le gérons plus.

Si vous ne le souhaitiez pas, veuillez en informer immédiatement {{seller}}.`,
    },
    es: {
      subject: '{{domain}} se ha transferido',
      text: `La transferencia del nombre de dominio {{domain}} terminó el {{time}} UTC. Ya no lo gestionamos.

Si no lo deseaba, avise de inmediato a {{seller}}.`,
    },
  },
})
