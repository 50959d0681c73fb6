import type { MailType } from './mail-type'

/** The mail about the expiry of a domain: before it, or after it when the domain was not renewed. It has no link that acts. */
export const expiry: MailType = {
  name: 'expiry',
  group: 'errp',
  summary:
    'A domain expires in 30 days, 7 days or 1 day, or has expired. To the registrant, and to administrators if the account wants it.',
  variables: {
    domain: { description: 'Name of the domain.', sample: 'example.com' },
    day: { description: 'Day of the expiry, UTC.', sample: '2028-01-31' },
    is_expired: { description: 'Whether the domain has expired.', sample: false },
    is_autorenewed: { description: 'Whether the platform renews the domain before it expires.', sample: false },
    restorable_until: {
      description: 'Last day on which an expired domain can be renewed; empty if unknown.',
      sample: '2028-02-20',
    },
    is_registrant: { description: 'Whether the recipient is the registrant.', sample: true },
    owner_handle: { description: 'Handle of the registrant.', sample: 'AT100000-NL' },
  },
  words: {
    en: {
      subject:
        '{{^is_expired}}{{domain}} expires on {{day}}{{/is_expired}}{{#is_expired}}{{domain}} has expired{{/is_expired}}',
      text: `Hello,

{{^is_expired}}
The registration of the domain name {{domain}} ends on {{day}} (UTC).

{{#is_autorenewed}}
It is set to be renewed automatically before it ends. If you are not sure that the renewal is paid, or have questions, please ask {{seller}} before {{day}}.
{{/is_autorenewed}}
{{^is_autorenewed}}
It will not be renewed automatically. To keep the domain name, please ask {{seller}} to renew it before {{day}}. After that, its website and e-mail may stop working, and others may register it later.
{{/is_autorenewed}}
{{/is_expired}}
{{#is_expired}}
The domain name {{domain}} was not renewed. Its registration ends, or has ended, on {{day}} (UTC). Its website and e-mail may not work any more.

{{#restorable_until}}
You can still get it back: please ask {{seller}} to renew it by {{restorable_until}}. After that it may cost more or be impossible, and others may register the domain name.
{{/restorable_until}}
{{^restorable_until}}
You may still get it back: please ask {{seller}} to restore it as soon as possible. Later, others may register the domain name.
{{/restorable_until}}
{{/is_expired}}

{{#is_registrant}}
You get this mail because you are the registrant of this domain name.
{{/is_registrant}}
{{^is_registrant}}
You get this mail as an administrator of the account. The registrant is the customer {{owner_handle}}.
{{/is_registrant}}

{{account}}`,
    },
    nl: {
      subject:
        '{{^is_expired}}{{domain}} verloopt op {{day}}{{/is_expired}}{{#is_expired}}{{domain}} is verlopen{{/is_expired}}',
      text: `Hallo,

{{^is_expired}}
De registratie van de domeinnaam {{domain}} eindigt op {{day}} (UTC).

{{#is_autorenewed}}
De registratie wordt automatisch verlengd voordat zij eindigt. Weet u niet zeker of de verlenging betaald is, of hebt u vragen? Neem dan vóór {{day}} contact op met {{seller}}.
{{/is_autorenewed}}
{{^is_autorenewed}}
De registratie wordt niet automatisch verlengd. Wilt u de domeinnaam houden? Vraag {{seller}} dan om de registratie vóór {{day}} te verlengen. Daarna kunnen de website en e-mail stoppen met werken, en later kunnen anderen de domeinnaam registreren.
{{/is_autorenewed}}
{{/is_expired}}
{{#is_expired}}
De domeinnaam {{domain}} is niet verlengd. De registratie eindigt of eindigde op {{day}} (UTC). De website en e-mail werken mogelijk niet meer.

{{#restorable_until}}
U kunt de domeinnaam nog terugkrijgen: vraag {{seller}} om de registratie uiterlijk op {{restorable_until}} te verlengen. Daarna kan het meer kosten of onmogelijk zijn, en kunnen anderen de domeinnaam registreren.
{{/restorable_until}}
{{^restorable_until}}
Misschien kunt u de domeinnaam nog terugkrijgen: vraag {{seller}} zo snel mogelijk om herstel. Later kunnen anderen de domeinnaam registreren.
{{/restorable_until}}
{{/is_expired}}

{{#is_registrant}}
U ontvangt deze e-mail omdat u de houder van deze domeinnaam bent.
{{/is_registrant}}
{{^is_registrant}}
U ontvangt deze e-mail als beheerder van het account. De houder is de klant {{owner_handle}}.
{{/is_registrant}}

{{account}}`,
    },
    de: {
      subject:
        '{{^is_expired}}{{domain}} läuft am {{day}} ab{{/is_expired}}{{#is_expired}}{{domain}} ist abgelaufen{{/is_expired}}',
      text: `Guten Tag,

{{^is_expired}}
Die Registrierung des Domainnamens {{domain}} endet am {{day}} (UTC).

{{#is_autorenewed}}
Sie soll vor ihrem Ende automatisch verlängert werden. Wenn Sie nicht sicher sind, ob die Verlängerung bezahlt ist, oder Fragen haben, wenden Sie sich bitte vor dem {{day}} an {{seller}}.
{{/is_autorenewed}}
{{^is_autorenewed}}
Sie wird nicht automatisch verlängert. Wenn Sie den Domainnamen behalten möchten, bitten Sie {{seller}}, ihn vor dem {{day}} zu verlängern. Danach funktionieren Website und E-Mail möglicherweise nicht mehr, und später können andere den Domainnamen registrieren.
{{/is_autorenewed}}
{{/is_expired}}
{{#is_expired}}
Der Domainname {{domain}} wurde nicht verlängert. Seine Registrierung endet oder endete am {{day}} (UTC). Website und E-Mail funktionieren möglicherweise nicht mehr.

{{#restorable_until}}
Sie können ihn noch zurückbekommen: Bitten Sie {{seller}}, ihn bis zum {{restorable_until}} zu verlängern. Danach kann es mehr kosten oder unmöglich sein, und andere können den Domainnamen registrieren.
{{/restorable_until}}
{{^restorable_until}}
Vielleicht können Sie ihn noch zurückbekommen: Bitten Sie {{seller}} so bald wie möglich, ihn wiederherzustellen. Später können andere den Domainnamen registrieren.
{{/restorable_until}}
{{/is_expired}}

{{#is_registrant}}
Sie erhalten diese E-Mail, weil Sie der Inhaber dieses Domainnamens sind.
{{/is_registrant}}
{{^is_registrant}}
Sie erhalten diese E-Mail als Administrator des Kontos. Der Inhaber ist der Kunde {{owner_handle}}.
{{/is_registrant}}

{{account}}`,
    },
    fr: {
      subject:
        '{{^is_expired}}{{domain}} expire le {{day}}{{/is_expired}}{{#is_expired}}{{domain}} a expiré{{/is_expired}}',
      text: `Bonjour,

{{^is_expired}}
L’enregistrement du nom de domaine {{domain}} se termine le {{day}} (UTC).

{{#is_autorenewed}}
Il doit être renouvelé automatiquement avant cette date. Si vous n’êtes pas sûr que le renouvellement est payé, ou si vous avez des questions, veuillez contacter {{seller}} avant le {{day}}.
{{/is_autorenewed}}
{{^is_autorenewed}}
Il ne sera pas renouvelé automatiquement. Pour garder le nom de domaine, veuillez demander à {{seller}} de le renouveler avant le {{day}}. Ensuite, le site web et les e-mails risquent de ne plus fonctionner, et d’autres personnes pourront plus tard enregistrer ce nom.
{{/is_autorenewed}}
{{/is_expired}}
{{#is_expired}}
Le nom de domaine {{domain}} n’a pas été renouvelé. Son enregistrement se termine, ou s’est terminé, le {{day}} (UTC). Le site web et les e-mails peuvent ne plus fonctionner.

{{#restorable_until}}
Vous pouvez encore le récupérer : veuillez demander à {{seller}} de le renouveler au plus tard le {{restorable_until}}. Ensuite, cela peut coûter plus cher ou être impossible, et d’autres personnes pourront enregistrer ce nom.
{{/restorable_until}}
{{^restorable_until}}
Vous pouvez peut-être encore le récupérer : veuillez demander à {{seller}} de le restaurer dès que possible. Plus tard, d’autres personnes pourront enregistrer ce nom.
{{/restorable_until}}
{{/is_expired}}

{{#is_registrant}}
Vous recevez cet e-mail parce que vous êtes le titulaire de ce nom de domaine.
{{/is_registrant}}
{{^is_registrant}}
Vous recevez cet e-mail en tant qu’administrateur du compte. Le titulaire est le client {{owner_handle}}.
{{/is_registrant}}

{{account}}`,
    },
    es: {
      subject:
        '{{^is_expired}}{{domain}} caduca el {{day}}{{/is_expired}}{{#is_expired}}{{domain}} ha caducado{{/is_expired}}',
      text: `Hola:

{{^is_expired}}
El registro del nombre de dominio {{domain}} termina el {{day}} (UTC).

{{#is_autorenewed}}
Está previsto que se renueve automáticamente antes de esa fecha. Si no está seguro de que la renovación está pagada, o si tiene preguntas, póngase en contacto con {{seller}} antes del {{day}}.
{{/is_autorenewed}}
{{^is_autorenewed}}
No se renovará automáticamente. Para conservar el nombre de dominio, pida a {{seller}} que lo renueve antes del {{day}}. Después, su sitio web y su correo pueden dejar de funcionar, y más tarde otras personas podrán registrarlo.
{{/is_autorenewed}}
{{/is_expired}}
{{#is_expired}}
El nombre de dominio {{domain}} no se ha renovado. Su registro termina, o ha terminado, el {{day}} (UTC). Es posible que su sitio web y su correo ya no funcionen.

{{#restorable_until}}
Todavía puede recuperarlo: pida a {{seller}} que lo renueve a más tardar el {{restorable_until}}. Después puede costar más o ser imposible, y otras personas podrán registrarlo.
{{/restorable_until}}
{{^restorable_until}}
Quizá todavía pueda recuperarlo: pida a {{seller}} que lo restaure lo antes posible. Más tarde, otras personas podrán registrarlo.
{{/restorable_until}}
{{/is_expired}}

{{#is_registrant}}
Recibe este correo porque es el titular de este nombre de dominio.
{{/is_registrant}}
{{^is_registrant}}
Recibe este correo como administrador de la cuenta. El titular es el cliente {{owner_handle}}.
{{/is_registrant}}

{{account}}`,
    },
  },
}
