/** What mails about the expiry of a domain say in a language. Days are UTC, as `YYYY-MM-DD`. */
interface Words {
  subject(domain: string, day: string): string
  subjectExpired(domain: string): string
  readonly hello: string
  expires(domain: string, day: string): string
  /** How to renew a domain that is not renewed by itself. */
  renew(seller: string, day: string): string
  isRenewed(seller: string, day: string): string
  expired(domain: string, day: string): string
  /** How to get an expired domain back. */
  restoreBy(seller: string, day: string): string
  restore(seller: string): string
  /** Why the reader gets the mail. */
  readonly toRegistrant: string
  toAdministrator(handle: string): string
}

export const words: Readonly<Record<string, Words>> = {
  en: {
    subject: (domain, day) => `${domain} expires on ${day}`,
    subjectExpired: (domain) => `${domain} has expired`,
    hello: 'Hello,',
    expires: (domain, day) => `The registration of the domain name ${domain} ends on ${day} (UTC).`,
    renew: (seller, day) =>
      `It will not be renewed automatically. To keep the domain name, please ask ${seller} to renew it before ${day}. After that, its website and e-mail may stop working, and others may register it later.`,
    isRenewed: (seller, day) =>
      `It is set to be renewed automatically before it ends. If you are not sure that the renewal is paid, or have questions, please ask ${seller} before ${day}.`,
    expired: (domain, day) =>
      `The domain name ${domain} was not renewed. Its registration ends, or has ended, on ${day} (UTC). Its website and e-mail may not work any more.`,
    restoreBy: (seller, day) =>
      `You can still get it back: please ask ${seller} to renew it by ${day}. After that it may cost more or be impossible, and others may register the domain name.`,
    restore: (seller) =>
      `You may still get it back: please ask ${seller} to restore it as soon as possible. Later, others may register the domain name.`,
    toRegistrant: 'You get this mail because you are the registrant of this domain name.',
    toAdministrator: (handle) =>
      `You get this mail as an administrator of the account. The registrant is the customer ${handle}.`,
  },
  nl: {
    subject: (domain, day) => `${domain} verloopt op ${day}`,
    subjectExpired: (domain) => `${domain} is verlopen`,
    hello: 'Hallo,',
    expires: (domain, day) => `De registratie van de domeinnaam ${domain} eindigt op ${day} (UTC).`,
    renew: (seller, day) =>
      `De registratie wordt niet automatisch verlengd. Wilt u de domeinnaam houden? Vraag ${seller} dan om de registratie vóór ${day} te verlengen. Daarna kunnen de website en e-mail stoppen met werken, en later kunnen anderen de domeinnaam registreren.`,
    isRenewed: (seller, day) =>
      `De registratie wordt automatisch verlengd voordat zij eindigt. Weet u niet zeker of de verlenging betaald is, of hebt u vragen? Neem dan vóór ${day} contact op met ${seller}.`,
    expired: (domain, day) =>
      `De domeinnaam ${domain} is niet verlengd. De registratie eindigt of eindigde op ${day} (UTC). De website en e-mail werken mogelijk niet meer.`,
    restoreBy: (seller, day) =>
      `U kunt de domeinnaam nog terugkrijgen: vraag ${seller} om de registratie uiterlijk op ${day} te verlengen. Daarna kan het meer kosten of onmogelijk zijn, en kunnen anderen de domeinnaam registreren.`,
    restore: (seller) =>
      `Misschien kunt u de domeinnaam nog terugkrijgen: vraag ${seller} zo snel mogelijk om herstel. Later kunnen anderen de domeinnaam registreren.`,
    toRegistrant: 'U ontvangt deze e-mail omdat u de houder van deze domeinnaam bent.',
    toAdministrator: (handle) =>
      `U ontvangt deze e-mail als beheerder van het account. De houder is de klant ${handle}.`,
  },
  de: {
    subject: (domain, day) => `${domain} läuft am ${day} ab`,
    subjectExpired: (domain) => `${domain} ist abgelaufen`,
    hello: 'Guten Tag,',
    expires: (domain, day) => `Die Registrierung des Domainnamens ${domain} endet am ${day} (UTC).`,
    renew: (seller, day) =>
      `Sie wird nicht automatisch verlängert. Wenn Sie den Domainnamen behalten möchten, bitten Sie ${seller}, ihn vor dem ${day} zu verlängern. Danach funktionieren Website und E-Mail möglicherweise nicht mehr, und später können andere den Domainnamen registrieren.`,
    isRenewed: (seller, day) =>
      `Sie soll vor ihrem Ende automatisch verlängert werden. Wenn Sie nicht sicher sind, ob die Verlängerung bezahlt ist, oder Fragen haben, wenden Sie sich bitte vor dem ${day} an ${seller}.`,
    expired: (domain, day) =>
      `Der Domainname ${domain} wurde nicht verlängert. Seine Registrierung endet oder endete am ${day} (UTC). Website und E-Mail funktionieren möglicherweise nicht mehr.`,
    restoreBy: (seller, day) =>
      `Sie können ihn noch zurückbekommen: Bitten Sie ${seller}, ihn bis zum ${day} zu verlängern. Danach kann es mehr kosten oder unmöglich sein, und andere können den Domainnamen registrieren.`,
    restore: (seller) =>
      `Vielleicht können Sie ihn noch zurückbekommen: Bitten Sie ${seller} so bald wie möglich, ihn wiederherzustellen. Später können andere den Domainnamen registrieren.`,
    toRegistrant: 'Sie erhalten diese E-Mail, weil Sie der Inhaber dieses Domainnamens sind.',
    toAdministrator: (handle) =>
      `Sie erhalten diese E-Mail als Administrator des Kontos. Der Inhaber ist der Kunde ${handle}.`,
  },
  fr: {
    subject: (domain, day) => `${domain} expire le ${day}`,
    subjectExpired: (domain) => `${domain} a expiré`,
    hello: 'Bonjour,',
    expires: (domain, day) => `L’enregistrement du nom de domaine ${domain} se termine le ${day} (UTC).`,
    renew: (seller, day) =>
      `Il ne sera pas renouvelé automatiquement. Pour garder le nom de domaine, veuillez demander à ${seller} de le renouveler avant le ${day}. Ensuite, le site web et les e-mails risquent de ne plus fonctionner, et d’autres personnes pourront plus tard enregistrer ce nom.`,
    isRenewed: (seller, day) =>
      `Il doit être renouvelé automatiquement avant cette date. Si vous n’êtes pas sûr que le renouvellement est payé, ou si vous avez des questions, veuillez contacter ${seller} avant le ${day}.`,
    expired: (domain, day) =>
      `Le nom de domaine ${domain} n’a pas été renouvelé. Son enregistrement se termine, ou s’est terminé, le ${day} (UTC). Le site web et les e-mails peuvent ne plus fonctionner.`,
    restoreBy: (seller, day) =>
      `Vous pouvez encore le récupérer : veuillez demander à ${seller} de le renouveler au plus tard le ${day}. Ensuite, cela peut coûter plus cher ou être impossible, et d’autres personnes pourront enregistrer ce nom.`,
    restore: (seller) =>
      `Vous pouvez peut-être encore le récupérer : veuillez demander à ${seller} de le restaurer dès que possible. Plus tard, d’autres personnes pourront enregistrer ce nom.`,
    toRegistrant: 'Vous recevez cet e-mail parce que vous êtes le titulaire de ce nom de domaine.',
    toAdministrator: (handle) =>
      `Vous recevez cet e-mail en tant qu’administrateur du compte. Le titulaire est le client ${handle}.`,
  },
  es: {
    subject: (domain, day) => `${domain} caduca el ${day}`,
    subjectExpired: (domain) => `${domain} ha caducado`,
    hello: 'Hola:',
    expires: (domain, day) => `El registro del nombre de dominio ${domain} termina el ${day} (UTC).`,
    renew: (seller, day) =>
      `No se renovará automáticamente. Para conservar el nombre de dominio, pida a ${seller} que lo renueve antes del ${day}. Después, su sitio web y su correo pueden dejar de funcionar, y más tarde otras personas podrán registrarlo.`,
    isRenewed: (seller, day) =>
      `Está previsto que se renueve automáticamente antes de esa fecha. Si no está seguro de que la renovación está pagada, o si tiene preguntas, póngase en contacto con ${seller} antes del ${day}.`,
    expired: (domain, day) =>
      `El nombre de dominio ${domain} no se ha renovado. Su registro termina, o ha terminado, el ${day} (UTC). Es posible que su sitio web y su correo ya no funcionen.`,
    restoreBy: (seller, day) =>
      `Todavía puede recuperarlo: pida a ${seller} que lo renueve a más tardar el ${day}. Después puede costar más o ser imposible, y otras personas podrán registrarlo.`,
    restore: (seller) =>
      `Quizá todavía pueda recuperarlo: pida a ${seller} que lo restaure lo antes posible. Más tarde, otras personas podrán registrarlo.`,
    toRegistrant: 'Recibe este correo porque es el titular de este nombre de dominio.',
    toAdministrator: (handle) =>
      `Recibe este correo como administrador de la cuenta. El titular es el cliente ${handle}.`,
  },
}
