import { domainMail } from './event-mail'

const restorable = {
  description: 'Until when the domain can be restored, UTC; empty if unknown.',
  sample: '2028-02-20 10:00:00',
}

/** The mail that the account has deleted a domain, which can be restored without its registry. */
export const domainQuarantined = domainMail({
  name: 'domain-quarantined',
  summary: 'The account has deleted a domain. It does not work any more and can be restored.',
  variables: { restorable_until: restorable },
  words: {
    en: {
      subject: '{{domain}} was deleted',
      text: `The domain name {{domain}} was deleted on {{time}} UTC. Its website and e-mail do not work any more.

{{#restorable_until}}
It can be restored until {{restorable_until}} UTC.
{{/restorable_until}}`,
    },
    nl: {
      subject: '{{domain}} is verwijderd',
      text: `De domeinnaam {{domain}} is op {{time}} UTC verwijderd. De website en e-mail werken niet meer.

{{#restorable_until}}
De domeinnaam kan tot {{restorable_until}} UTC worden hersteld.
{{/restorable_until}}`,
    },
    de: {
      subject: '{{domain}} wurde gelöscht',
      text: `Der Domainname {{domain}} wurde am {{time}} UTC gelöscht. Website und E-Mail funktionieren nicht mehr.

{{#restorable_until}}
Er kann bis {{restorable_until}} UTC wiederhergestellt werden.
{{/restorable_until}}`,
    },
    fr: {
      subject: '{{domain}} a été supprimé',
      text: `Le nom de domaine {{domain}} a été supprimé le {{time}} UTC. Son site et ses e-mails ne fonctionnent plus.

{{#restorable_until}}
Il peut être restauré jusqu’au {{restorable_until}} UTC.
{{/restorable_until}}`,
    },
    es: {
      subject: '{{domain}} se ha eliminado',
      text: `El nombre de dominio {{domain}} se eliminó el {{time}} UTC. Su sitio web y su correo ya no funcionan.

{{#restorable_until}}
Se puede restaurar hasta el {{restorable_until}} UTC.
{{/restorable_until}}`,
    },
  },
})

/** The mail that a domain was deleted at its registry. */
export const domainDeleted = domainMail({
  name: 'domain-deleted',
  summary: 'A domain was deleted at its registry.',
  variables: { restorable_until: restorable },
  words: {
    en: {
      subject: '{{domain}} was deleted at its registry',
      text: `The domain name {{domain}} was deleted at its registry. Its website and e-mail do not work any more, and others may register it later.

{{#restorable_until}}
It can be restored until {{restorable_until}} UTC. This may cost more than a renewal.
{{/restorable_until}}`,
    },
    nl: {
      subject: '{{domain}} is bij de registry verwijderd',
      text: `De domeinnaam {{domain}} is bij de registry verwijderd. De website en e-mail werken niet meer, en later kunnen anderen de domeinnaam registreren.

{{#restorable_until}}
De domeinnaam kan tot {{restorable_until}} UTC worden hersteld. Dat kan meer kosten dan een verlenging.
{{/restorable_until}}`,
    },
    de: {
      subject: '{{domain}} wurde bei der Registrierungsstelle gelöscht',
      text: `Der Domainname {{domain}} wurde bei seiner Registrierungsstelle gelöscht. Website und E-Mail funktionieren nicht mehr, und später können andere ihn registrieren.

{{#restorable_until}}
Er kann bis {{restorable_until}} UTC wiederhergestellt werden. Das kann mehr kosten als eine Verlängerung.
{{/restorable_until}}`,
    },
    fr: {
      subject: '{{domain}} a été supprimé auprès de son registre',
      text: `Le nom de domaine {{domain}} a été supprimé auprès de son registre. Son site et ses e-mails ne fonctionnent plus, et d’autres pourront l’enregistrer plus tard.

{{#restorable_until}}
Il peut être restauré jusqu’au {{restorable_until}} UTC. Cela peut coûter plus cher qu’un renouvellement.
{{/restorable_until}}`,
    },
    es: {
      subject: '{{domain}} se ha eliminado en su registro',
      text: `El nombre de dominio {{domain}} se ha eliminado en su registro. Su sitio web y su correo ya no funcionan, y más adelante otras personas podrán registrarlo.

{{#restorable_until}}
Se puede restaurar hasta el {{restorable_until}} UTC. Puede costar más que una renovación.
{{/restorable_until}}`,
    },
  },
})
