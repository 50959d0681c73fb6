import type { MailType } from './mail-type'

/** The mail that asks a person of the account to approve a call of an API key or an assistant. Its link acts. */
export const approvalMail: MailType = {
  name: 'approval',
  group: 'other',
  summary:
    'A call of an API key or an assistant waits for an approval. To the administrators of the account who have a second factor.',
  variables: {
    call: { description: 'What the call does, in English.', sample: 'Register a domain' },
    object: { description: 'The object of the call; empty if it names none.', sample: 'example.com' },
    price: { description: 'What it costs; empty if that is nothing or not known.', sample: '9.50 EUR' },
    program: { description: 'Name of the API key, or of the program of the assistant.', sample: 'assistant' },
    username: { description: 'User name of the recipient.', sample: 'ada' },
    link: {
      description: 'The page on which the call is approved or refused.',
      sample: 'https://names.example/approve-call/sample',
    },
    deadline: { description: 'Until when it can be approved and made, UTC.', sample: '2028-01-31 10:10:00' },
  },
  words: {
    en: {
      subject: 'Approval needed: {{call}} {{object}}',
      text: `Hello,

“{{program}}” wants to do something in your account that needs your approval:

{{call}} {{object}}

{{#price}}
Price: {{price}}
{{/price}}

On this page you see the whole call, and approve or refuse it with the password and second factor of {{username}}:

{{link}}

The link works once, until {{deadline}} UTC. Without an approval, nothing happens. If you do not know what this is about, refuse it.`,
    },
    nl: {
      subject: 'Goedkeuring nodig: {{call}} {{object}}',
      text: `Hallo,

“{{program}}” wil iets doen in uw account waarvoor uw goedkeuring nodig is:

{{call}} {{object}}

{{#price}}
Prijs: {{price}}
{{/price}}

Op deze pagina ziet u de hele opdracht en kunt u deze goedkeuren of weigeren, met het wachtwoord en de tweede factor van {{username}}:

{{link}}

De link werkt één keer, tot {{deadline}} UTC. Zonder goedkeuring gebeurt er niets. Weigert u de opdracht als u niet weet waar het om gaat.`,
    },
    de: {
      subject: 'Freigabe nötig: {{call}} {{object}}',
      text: `Guten Tag,

„{{program}}“ möchte in Ihrem Konto etwas tun, das Ihre Freigabe braucht:

{{call}} {{object}}

{{#price}}
Preis: {{price}}
{{/price}}

Auf dieser Seite sehen Sie den ganzen Aufruf und geben ihn frei oder lehnen ihn ab, mit dem Passwort und dem zweiten Faktor von {{username}}:

{{link}}

Der Link funktioniert einmal, bis {{deadline}} UTC. Ohne Freigabe geschieht nichts. Lehnen Sie ab, wenn Sie nicht wissen, worum es geht.`,
    },
    fr: {
      subject: 'Approbation nécessaire : {{call}} {{object}}',
      text: `Bonjour,

« {{program}} » veut effectuer dans votre compte une action qui nécessite votre approbation :

{{call}} {{object}}

{{#price}}
Prix : {{price}}
{{/price}}

Cette page montre l’appel complet. Vous l’y approuvez ou le refusez avec le mot de passe et le second facteur de {{username}} :

{{link}}

Le lien fonctionne une seule fois, jusqu’au {{deadline}} UTC. Sans approbation, rien ne se passe. Refusez si vous ne savez pas de quoi il s’agit.`,
    },
    es: {
      subject: 'Se necesita su aprobación: {{call}} {{object}}',
      text: `Hola:

«{{program}}» quiere hacer en su cuenta algo que necesita su aprobación:

{{call}} {{object}}

{{#price}}
Precio: {{price}}
{{/price}}

En esta página puede ver la llamada completa, y aprobarla o rechazarla con la contraseña y el segundo factor de {{username}}:

{{link}}

El enlace funciona una sola vez, hasta el {{deadline}} UTC. Sin aprobación no ocurre nada. Rechácela si no sabe de qué se trata.`,
    },
  },
}
