import { languages, type Language, type MailType, type Variable, type Words } from '../mail-type'

/** What the frame of a mail about a domain says in a language, around the words about the event. */
interface Frame {
  readonly hello: string
  readonly registrant: string
  readonly administrator: string
  readonly owner: string
}

const frames: Readonly<Record<Language, Frame>> = {
  en: {
    hello: 'Hello,',
    registrant:
      'You get this mail because you are the registrant of this domain name. If you have questions, please ask {{seller}}.',
    administrator: 'You get this mail as an administrator of the account.',
    owner: 'The registrant is the customer {{owner_handle}}.',
  },
  nl: {
    hello: 'Hallo,',
    registrant:
      'U ontvangt deze e-mail omdat u houder bent van deze domeinnaam. Hebt u vragen? Neem dan contact op met {{seller}}.',
    administrator: 'U ontvangt deze e-mail als beheerder van het account.',
    owner: 'De houder is de klant {{owner_handle}}.',
  },
  de: {
    hello: 'Guten Tag,',
    registrant:
      'Sie erhalten diese E-Mail, weil Sie Inhaber dieses Domainnamens sind. Bei Fragen wenden Sie sich bitte an {{seller}}.',
    administrator: 'Sie erhalten diese E-Mail als Administrator des Kontos.',
    owner: 'Inhaber ist der Kunde {{owner_handle}}.',
  },
  fr: {
    hello: 'Bonjour,',
    registrant:
      'Vous recevez cet e-mail car vous êtes le titulaire de ce nom de domaine. Pour toute question, veuillez vous adresser à {{seller}}.',
    administrator: 'Vous recevez cet e-mail en tant qu’administrateur du compte.',
    owner: 'Le titulaire est le client {{owner_handle}}.',
  },
  es: {
    hello: 'Hola:',
    registrant:
      'Recibe este correo porque es el titular de este nombre de dominio. Si tiene preguntas, diríjase a {{seller}}.',
    administrator: 'Recibe este correo como administrador de la cuenta.',
    owner: 'El titular es el cliente {{owner_handle}}.',
  },
}

const ofDomain: Readonly<Record<string, Variable>> = {
  domain: { description: 'Name of the domain.', sample: 'example.com' },
  time: { description: 'When it happened, UTC.', sample: '2027-12-01 10:00:00' },
  is_registrant: { description: 'Whether the recipient is the registrant.', sample: true },
  owner_handle: { description: 'Handle of the registrant.', sample: 'AT100000-NL' },
}

/** What a mail about an event says itself: the frame is the same for all. */
interface EventWords extends Pick<MailType, 'name' | 'summary'> {
  readonly group?: MailType['group']
  readonly variables?: Readonly<Record<string, Variable>>
  readonly words: Readonly<Record<Language, Words>>
}

/** A mail to the registrant of a domain or to the administrators of its account. It has no link. */
export const domainMail = ({ name, group = 'other', summary, variables, words }: EventWords): MailType => ({
  name,
  group,
  summary,
  variables: { ...ofDomain, ...variables },
  words: framed(words, ({ registrant, administrator, owner }) =>
    [
      '{{#is_registrant}}',
      registrant,
      '{{/is_registrant}}',
      '{{^is_registrant}}',
      `${administrator} ${owner}`,
      '{{/is_registrant}}',
    ].join('\n'),
  ),
})

/** A mail to the administrators of an account. It has no link. */
export const accountMail = ({ name, group = 'other', summary, variables = {}, words }: EventWords): MailType => ({
  name,
  group,
  summary,
  variables: { time: ofDomain.time!, ...variables },
  words: framed(words, ({ administrator }) => administrator),
})

function framed(words: EventWords['words'], reason: (frame: Frame) => string): MailType['words'] {
  const inFrame = (language: Language): Words => {
    const { subject, text } = words[language]
    const frame = frames[language]
    return { subject, text: [frame.hello, text, reason(frame), '{{account}}'].join('\n\n') }
  }
  return Object.fromEntries(languages.map((each) => [each, inFrame(each)])) as Record<Language, Words>
}
