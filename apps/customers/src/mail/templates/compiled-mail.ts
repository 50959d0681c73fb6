import { commonVariables, type MailType, type Words } from '../words/mail-type'
import { htmlOfText } from './html-of-text'
import { compileTemplate, TemplateFault, type TemplateValues } from './template'

/** The words of a mail as somebody writes them. Without HTML, it is made of the text. */
export interface MailSource extends Words {
  readonly html?: string
}

/** What a mail says, for one recipient. The HTML is a part of a document. */
export interface PrintedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type PrintMail = (values: TemplateValues) => PrintedMail

/** A template that does not compile, and the field of the mail that has it. */
export class MailFault extends Error {
  constructor(
    readonly field: keyof MailSource,
    readonly fault: TemplateFault,
  ) {
    super(`${field}: ${fault.message}`)
    this.name = 'MailFault'
  }
}

/** The variables that a mail of a type may use. */
export function variablesOf(type: Pick<MailType, 'variables'>): MailType['variables'] {
  return { ...commonVariables, ...type.variables }
}

/** The values of the variables in a preview or test of a mail. */
export function samplesOf(type: Pick<MailType, 'variables'>): TemplateValues {
  return Object.fromEntries(Object.entries(variablesOf(type)).map(([name, { sample }]) => [name, sample]))
}

/**
 * Compiles the templates of a mail.
 *
 * @throws {@link MailFault}
 */
export function compileMail(type: Pick<MailType, 'variables'>, source: MailSource): PrintMail {
  const names = new Set(Object.keys(variablesOf(type)))
  const compiled = (field: keyof MailSource, template: string, form: 'html' | 'text') => {
    try {
      return compileTemplate(template, names, form)
    } catch (error) {
      if (error instanceof TemplateFault) throw new MailFault(field, error)
      throw error
    }
  }
  const subject = compiled('subject', source.subject, 'text')
  const text = compiled('text', source.text, 'text')
  const html = compiled('html', source.html ?? htmlOfText(source.text), 'html')
  return (values) => ({
    subject: subject(values).replaceAll(/\s+/g, ' ').trim(),
    text: `${text(values)
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()}\n`,
    html: html(values).trim(),
  })
}
