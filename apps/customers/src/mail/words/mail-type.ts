/** The languages of mails. A recipient with another one is mailed in English. */
export const languages = ['en', 'nl', 'de', 'fr', 'es'] as const
export type Language = (typeof languages)[number]

/**
 * What a mail says. Both are templates. Paragraphs of the text have an empty line between them; a line with a section tag alone
 * is not a paragraph. A paragraph `{{link}}` is a link in HTML.
 */
export interface Words {
  readonly subject: string
  readonly text: string
}

export interface Variable {
  readonly description: string
  /** A value for previews. */
  readonly sample: string | boolean
}

/** A type of mail that accounts may word themselves. */
export interface MailType {
  readonly name: string
  /**
   * The ICANN policy that asks for the mail, in the words of the API: `errp` (expiry), `foa` (authorization of a transfer),
   * `ive` (verification of an address), `wdrp` (yearly data reminder).
   */
  readonly group: 'errp' | 'foa' | 'ive' | 'other' | 'wdrp'
  /** One sentence: when the mail is sent, and to whom. */
  readonly summary: string
  readonly variables: Readonly<Record<string, Variable>>
  readonly words: Readonly<Record<Language, Words>>
}

/** Variables of every mail. */
export const commonVariables = {
  account: { description: 'Name of the account.', sample: 'Example Names' },
  seller: {
    description: 'Name of the account, with its website in brackets if it has one.',
    sample: 'Example Names (https://names.example)',
  },
} as const satisfies Readonly<Record<string, Variable>>

/** The language of a locale such as `nl_NL`. */
export function languageOf(locale: string): Language {
  return languages.find((each) => each === locale.slice(0, 2).toLowerCase()) ?? 'en'
}
