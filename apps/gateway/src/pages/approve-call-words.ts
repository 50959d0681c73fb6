/** The texts of the page that asks for an approval. */
export interface Words {
  /** BCP 47. */
  readonly language: string
  readonly title: string
  asked(name: string, isAssistant: boolean): string
  readonly call: string
  readonly price: string
  readonly noPrice: string
  readonly askedBy: string
  readonly until: string
  advice(username: string): string
  readonly password: string
  readonly code: string
  readonly approve: string
  readonly refuse: string
  readonly thanks: string
  readonly approved: string
  readonly refused: string
  readonly noLink: string
  readonly noLinkAdvice: string
  /** By the name of the refusal. */
  readonly problems: Readonly<Record<string, string>>
}

export const words: Readonly<Record<string, Words>> = {
  en: {
    language: 'en',
    title: 'Approve this call?',
    asked: (name, isAssistant) =>
      `${isAssistant ? 'The assistant' : 'The program with the API key'} “${name}” wants to do this in your account:`,
    call: 'Call',
    price: 'Price',
    noPrice: 'nothing, or not known',
    askedBy: 'Asked by',
    until: 'Until (UTC)',
    advice: (username) =>
      `Approve it only if you want exactly this. It can then be made once. Your answer needs the password and a second factor of ${username}.`,
    password: 'Password',
    code: 'One-time code, recovery code or login code',
    approve: 'Approve',
    refuse: 'Refuse',
    thanks: 'Thank you',
    approved: 'You have approved the call. It can be made once. You can close this page.',
    refused: 'You have refused the call. You can close this page.',
    noLink: 'This link does not work',
    noLinkAdvice: 'The call was decided about already, or the ten minutes are over. It can be asked for again.',
    problems: {
      authentication_failed: 'The password is wrong.',
      otp_needed: 'A one-time code, recovery code or login code that works now is needed.',
      factor_needed: 'You have no second factor. Add one, or ask another administrator to approve the call.',
      access_denied: 'This user may not use the API, or not from this address.',
      rate_limited: 'There were too many attempts. Wait a moment, then try again.',
    },
  },
  nl: {
    language: 'nl',
    title: 'Deze opdracht goedkeuren?',
    asked: (name, isAssistant) =>
      `${isAssistant ? 'De assistent' : 'Het programma met de API-sleutel'} “${name}” wil dit doen in uw account:`,
    call: 'Opdracht',
    price: 'Prijs',
    noPrice: 'niets, of niet bekend',
    askedBy: 'Gevraagd door',
    until: 'Tot (UTC)',
    advice: (username) =>
      `Keur dit alleen goed als u precies dit wilt. Het kan dan één keer worden uitgevoerd. Voor uw antwoord zijn het wachtwoord en een tweede factor van ${username} nodig.`,
    password: 'Wachtwoord',
    code: 'Eenmalige code, herstelcode of inlogcode',
    approve: 'Goedkeuren',
    refuse: 'Weigeren',
    thanks: 'Hartelijk dank',
    approved: 'U hebt de opdracht goedgekeurd. Deze kan één keer worden uitgevoerd. U kunt deze pagina sluiten.',
    refused: 'U hebt de opdracht geweigerd. U kunt deze pagina sluiten.',
    noLink: 'Deze link werkt niet',
    noLinkAdvice: 'Over de opdracht is al beslist, of de tien minuten zijn voorbij. Er kan opnieuw om worden gevraagd.',
    problems: {
      authentication_failed: 'Het wachtwoord is onjuist.',
      otp_needed: 'Een eenmalige code, herstelcode of inlogcode die nu werkt is nodig.',
      factor_needed: 'U hebt geen tweede factor. Voeg er een toe, of vraag een andere beheerder om goedkeuring.',
      access_denied: 'Deze gebruiker mag de API niet gebruiken, of niet vanaf dit adres.',
      rate_limited: 'Er waren te veel pogingen. Wacht even en probeer het opnieuw.',
    },
  },
  de: {
    language: 'de',
    title: 'Diesen Aufruf freigeben?',
    asked: (name, isAssistant) =>
      `${isAssistant ? 'Der Assistent' : 'Das Programm mit dem API-Schlüssel'} „${name}“ möchte dies in Ihrem Konto tun:`,
    call: 'Aufruf',
    price: 'Preis',
    noPrice: 'nichts, oder nicht bekannt',
    askedBy: 'Gefragt von',
    until: 'Bis (UTC)',
    advice: (username) =>
      `Geben Sie ihn nur frei, wenn Sie genau das wollen. Er ist dann einmal möglich. Ihre Antwort braucht das Passwort und einen zweiten Faktor von ${username}.`,
    password: 'Passwort',
    code: 'Einmalcode, Wiederherstellungscode oder Anmeldecode',
    approve: 'Freigeben',
    refuse: 'Ablehnen',
    thanks: 'Vielen Dank',
    approved: 'Sie haben den Aufruf freigegeben. Er ist einmal möglich. Sie können diese Seite schließen.',
    refused: 'Sie haben den Aufruf abgelehnt. Sie können diese Seite schließen.',
    noLink: 'Dieser Link funktioniert nicht',
    noLinkAdvice:
      'Über den Aufruf ist schon entschieden, oder die zehn Minuten sind vorbei. Er kann neu erbeten werden.',
    problems: {
      authentication_failed: 'Das Passwort ist falsch.',
      otp_needed: 'Ein Einmalcode, Wiederherstellungscode oder Anmeldecode, der jetzt gilt, wird benötigt.',
      factor_needed:
        'Sie haben keinen zweiten Faktor. Fügen Sie einen hinzu, oder bitten Sie einen anderen Administrator.',
      access_denied: 'Dieser Benutzer darf die API nicht benutzen, oder nicht von dieser Adresse.',
      rate_limited: 'Es gab zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
    },
  },
}
