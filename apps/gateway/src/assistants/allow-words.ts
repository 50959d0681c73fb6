export interface Words {
  /** BCP 47. */
  readonly language: string
  readonly title: string
  readonly gone: string
  asked(name: string, host: string): string
  may(rights: string, profile: string): string
  answerGoesTo(host: string): string
  readonly thisComputer: string
  readonly advice: string
  /** By the name of the right. */
  readonly rights: Readonly<Record<string, string>>
  readonly username: string
  readonly password: string
  readonly code: string
  readonly allow: string
  /** Allows everything but what costs money. */
  readonly allowFree: string
  readonly refuse: string
  readonly limits: {
    readonly approval: string
    /** By the value of the field, for an assistant that may order. */
    readonly choices: Readonly<Record<'purchases' | 'purchases-and-destructive' | 'none', string>>
    /** For one that may not. */
    readonly destructiveOnly: string
    readonly perDay: string
    readonly perMonth: string
  }
  /** By the name of the refusal, or of the fault in what was entered. */
  readonly problems: Readonly<Record<string, string>>
}

export const words: Readonly<Record<string, Words>> = {
  en: {
    language: 'en',
    title: 'Give an assistant access?',
    gone: 'This request has ended, or was begun in another browser. Begin again in the program of the assistant.',
    asked: (name, host) => `“${name}” of ${host} asks for access to your account, in your name.`,
    may: (rights, profile) => `It may: ${rights} (tools: ${profile}).`,
    answerGoesTo: (host) => `The access is given to: ${host}.`,
    thisComputer: 'a program on this computer',
    advice:
      'Only allow it if you have just begun this yourself, and if you know the program. You can end the access at any time: it is one of your sessions.',
    rights: {
      read: 'read your domains, customers and zones',
      write: 'change what is free of charge',
      purchase: 'order what costs money',
      'transfer-codes': 'see and use the auth codes of your domains',
    },
    username: 'User name',
    password: 'Password',
    code: 'One-time code, if you have a second factor',
    allow: 'Allow all of this, within these limits',
    allowFree: 'Allow, but no orders that cost money',
    refuse: 'Refuse',
    limits: {
      approval: 'What a person must approve before it happens',
      choices: {
        purchases: 'orders that cost money',
        'purchases-and-destructive': 'orders, and what cannot be undone',
        none: 'nothing',
      },
      destructiveOnly: 'what cannot be undone',
      perDay: 'Most that its orders may cost in a day, in the currency of your account (empty: no limit)',
      perMonth: 'Most that its orders may cost in a month (empty: no limit)',
    },
    problems: {
      limit_wrong: 'A limit is an amount such as 50 or 49.95.',
      limit_needed: 'Set a limit, or let a person approve orders.',
      authentication_failed: 'The user name or the password is wrong.',
      otp_needed: 'A one-time code, recovery code or login code that works now is needed.',
      factor_needed: 'Your account demands a second factor. Ask an administrator for a login code.',
      access_denied: 'This user may not use the API, or not from this address.',
      rate_limited: 'There were too many attempts. Wait a moment, then try again.',
    },
  },
  nl: {
    language: 'nl',
    title: 'Een assistent toegang geven?',
    gone: 'Dit verzoek is afgelopen, of werd in een andere browser gestart. Begin opnieuw in het programma van de assistent.',
    asked: (name, host) => `“${name}” van ${host} vraagt namens u toegang tot uw account.`,
    may: (rights, profile) => `Het mag: ${rights} (tools: ${profile}).`,
    answerGoesTo: (host) => `De toegang gaat naar: ${host}.`,
    thisComputer: 'een programma op deze computer',
    advice:
      'Sta dit alleen toe als u dit zojuist zelf bent begonnen en het programma kent. U kunt de toegang altijd beëindigen: het is een van uw sessies.',
    rights: {
      read: 'uw domeinen, klanten en zones lezen',
      write: 'wijzigen wat gratis is',
      purchase: 'bestellen wat geld kost',
      'transfer-codes': 'de verhuiscodes van uw domeinen zien en gebruiken',
    },
    username: 'Gebruikersnaam',
    password: 'Wachtwoord',
    code: 'Eenmalige code, als u een tweede factor heeft',
    allow: 'Dit alles toestaan, binnen deze grenzen',
    allowFree: 'Toestaan, maar geen bestellingen die geld kosten',
    refuse: 'Weigeren',
    limits: {
      approval: 'Wat een mens vooraf moet goedkeuren',
      choices: {
        purchases: 'bestellingen die geld kosten',
        'purchases-and-destructive': 'bestellingen, en wat niet ongedaan te maken is',
        none: 'niets',
      },
      destructiveOnly: 'wat niet ongedaan te maken is',
      perDay: 'Wat bestellingen hoogstens per dag mogen kosten, in de valuta van uw account (leeg: geen limiet)',
      perMonth: 'Wat bestellingen hoogstens per maand mogen kosten (leeg: geen limiet)',
    },
    problems: {
      limit_wrong: 'Een limiet is een bedrag zoals 50 of 49,95.',
      limit_needed: 'Stel een limiet in, of laat een mens bestellingen goedkeuren.',
      authentication_failed: 'De gebruikersnaam of het wachtwoord is onjuist.',
      otp_needed: 'Een eenmalige code, herstelcode of inlogcode die nu werkt is nodig.',
      factor_needed: 'Uw account vereist een tweede factor. Vraag een beheerder om een inlogcode.',
      access_denied: 'Deze gebruiker mag de API niet gebruiken, of niet vanaf dit adres.',
      rate_limited: 'Er waren te veel pogingen. Wacht even en probeer het opnieuw.',
    },
  },
  de: {
    language: 'de',
    title: 'Einem Assistenten Zugriff geben?',
    gone: 'Diese Anfrage ist beendet oder wurde in einem anderen Browser begonnen. Beginnen Sie im Programm des Assistenten neu.',
    asked: (name, host) => `„${name}“ von ${host} bittet in Ihrem Namen um Zugriff auf Ihr Konto.`,
    may: (rights, profile) => `Es darf: ${rights} (Werkzeuge: ${profile}).`,
    answerGoesTo: (host) => `Den Zugriff erhält: ${host}.`,
    thisComputer: 'ein Programm auf diesem Computer',
    advice:
      'Erlauben Sie es nur, wenn Sie dies gerade selbst begonnen haben und das Programm kennen. Sie können den Zugriff jederzeit beenden: Er ist eine Ihrer Sitzungen.',
    rights: {
      read: 'Ihre Domains, Kunden und Zonen lesen',
      write: 'ändern, was nichts kostet',
      purchase: 'bestellen, was Geld kostet',
      'transfer-codes': 'die Transfercodes Ihrer Domains sehen und verwenden',
    },
    username: 'Benutzername',
    password: 'Passwort',
    code: 'Einmalcode, wenn Sie einen zweiten Faktor haben',
    allow: 'Alles davon erlauben, in diesen Grenzen',
    allowFree: 'Erlauben, aber keine Bestellungen, die Geld kosten',
    refuse: 'Ablehnen',
    limits: {
      approval: 'Was ein Mensch vorher freigeben muss',
      choices: {
        purchases: 'Bestellungen, die Geld kosten',
        'purchases-and-destructive': 'Bestellungen, und was sich nicht rückgängig machen lässt',
        none: 'nichts',
      },
      destructiveOnly: 'was sich nicht rückgängig machen lässt',
      perDay: 'Was Bestellungen höchstens pro Tag kosten dürfen, in der Währung Ihres Kontos (leer: keine Grenze)',
      perMonth: 'Was Bestellungen höchstens pro Monat kosten dürfen (leer: keine Grenze)',
    },
    problems: {
      limit_wrong: 'Eine Grenze ist ein Betrag wie 50 oder 49,95.',
      limit_needed: 'Setzen Sie eine Grenze, oder lassen Sie Bestellungen von einem Menschen freigeben.',
      authentication_failed: 'Der Benutzername oder das Passwort ist falsch.',
      otp_needed: 'Ein Einmalcode, Wiederherstellungscode oder Anmeldecode, der jetzt gilt, wird benötigt.',
      factor_needed: 'Ihr Konto verlangt einen zweiten Faktor. Bitten Sie einen Administrator um einen Anmeldecode.',
      access_denied: 'Dieser Benutzer darf die API nicht benutzen, oder nicht von dieser Adresse.',
      rate_limited: 'Es gab zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
    },
  },
}
