import { languages, type Language, type MailType } from '../words/mail-type'
import { mailTypes } from '../words/mail-types'
import { compileMail, type PrintMail } from './compiled-mail'

const compiled = new Map<MailType, ReadonlyMap<Language, PrintMail>>(
  mailTypes.map((type) => [
    type,
    new Map(languages.map((language) => [language, compileMail(type, type.words[language])])),
  ]),
)

/** Prints the platform's own words of a type in a language. They are compiled when the service starts. */
export function embeddedMail(type: MailType, language: Language): PrintMail {
  return compiled.get(type)!.get(language)!
}
