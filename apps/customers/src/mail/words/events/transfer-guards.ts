import { domainMail } from './event-mail'

/** The mail that a code was given out with which a domain can be transferred. It does not contain the code. */
export const authCodeDisclosed = domainMail({
  name: 'auth-code-disclosed',
  summary: 'A code that authorizes the transfer of a domain was given out. The mail does not contain it.',
  words: {
    en: {
      subject: 'The transfer code of {{domain}} was given out',
      text: `On {{time}} UTC, the code was given out with which the domain name {{domain}} can be transferred to another registrar or provider.

If you did not ask for this, please tell {{seller}} at once.`,
    },
    nl: {
      subject: 'De verhuiscode van {{domain}} is verstrekt',
      text: `Op {{time}} UTC is de code verstrekt waarmee de domeinnaam {{domain}} naar een andere registrar of aanbieder kan worden verhuisd.

Hebt u hier niet om gevraagd? Laat het dan meteen weten aan {{seller}}.`,
    },
    de: {
      subject: 'Der Transfercode von {{domain}} wurde herausgegeben',
      text: `Am {{time}} UTC wurde der Code herausgegeben, mit dem der Domainname {{domain}} zu einem anderen Registrar oder Anbieter übertragen werden kann.

Wenn Sie nicht darum gebeten haben, wenden Sie sich bitte sofort an {{seller}}.`,
    },
    fr: {
      subject: 'Le code de transfert de {{domain}} a été communiqué',
      text: `Le {{time}} UTC, le code permettant de transférer le nom de domaine {{domain}} vers un autre bureau d’enregistrement ou prestataire a été communiqué.

Si vous ne l’avez pas demandé, veuillez en informer immédiatement {{seller}}.`,
    },
    es: {
      subject: 'Se ha facilitado el código de transferencia de {{domain}}',
      text: `El {{time}} UTC se facilitó el código con el que el nombre de dominio {{domain}} puede transferirse a otro registrador o proveedor.

Si no lo ha solicitado, avise de inmediato a {{seller}}.`,
    },
  },
})

/** The mail that a domain is no longer locked against transfers. */
export const transferLockRemoved = domainMail({
  name: 'transfer-lock-removed',
  summary: 'The lock that protects a domain from transfers was removed.',
  words: {
    en: {
      subject: 'The transfer lock of {{domain}} was removed',
      text: `On {{time}} UTC, the lock was removed that protects the domain name {{domain}} from transfers to another registrar.

If you did not ask for this, please tell {{seller}} at once.`,
    },
    nl: {
      subject: 'De verhuisblokkade van {{domain}} is opgeheven',
      text: `Op {{time}} UTC is de blokkade opgeheven die de domeinnaam {{domain}} beschermt tegen verhuizing naar een andere registrar.

Hebt u hier niet om gevraagd? Laat het dan meteen weten aan {{seller}}.`,
    },
    de: {
      subject: 'Die Transfersperre von {{domain}} wurde aufgehoben',
      text: `Am {{time}} UTC wurde die Sperre aufgehoben, die den Domainnamen {{domain}} vor Transfers zu einem anderen Registrar schützt.

Wenn Sie nicht darum gebeten haben, wenden Sie sich bitte sofort an {{seller}}.`,
    },
    fr: {
      subject: 'Le verrou de transfert de {{domain}} a été retiré',
      text: `Le {{time}} UTC, le verrou qui protège le nom de domaine {{domain}} contre les transferts vers un autre bureau d’enregistrement a été retiré.

Si vous ne l’avez pas demandé, veuillez en informer immédiatement {{seller}}.`,
    },
    es: {
      subject: 'Se ha quitado el bloqueo de transferencia de {{domain}}',
      text: `El {{time}} UTC se quitó el bloqueo que protege el nombre de dominio {{domain}} contra transferencias a otro registrador.

Si no lo ha solicitado, avise de inmediato a {{seller}}.`,
    },
  },
})
