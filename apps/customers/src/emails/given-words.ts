import type { createEmail } from '@nameyard/contracts/emails/create-email'
import { fail } from '@nameyard/contracts/errors'
import type { Input } from '@nameyard/contracts/operation'
import { compileMail, MailFault, type MailSource, type PrintMail } from '../mail/templates/compiled-mail'
import { faultOfOwnHtml } from '../mail/templates/own-html'
import type { MailType } from '../mail/words/mail-type'
import { mailTypes } from '../mail/words/mail-types'

type Given = Input<typeof createEmail>

/** The type of mail that a request names. A group of one type names it as well. */
export function typeGiven({ group, type }: Pick<Given, 'group' | 'type'>): MailType {
  const ofGroup = mailTypes.filter((each) => each.group === group)
  if (ofGroup.length === 0) fail('email_type_unknown', { field: 'group', problem: `no mail of ${group} is sent here` })
  if (type === undefined && group !== 'other') return ofGroup[0]!
  const found = ofGroup.find(({ name }) => name === type)
  return found ?? fail('email_type_unknown', { field: 'type', problem: 'GET /v1/emails lists the types of the group' })
}

/** The words in `fields`; for those that are absent, the words before. */
export function wordsGiven(fields: Given['fields'], before?: MailSource): MailSource {
  const given = Object.fromEntries((fields ?? []).map(({ name, value }) => [name, value]))
  const { subject = before?.subject ?? '', text = before?.text ?? '', html = before?.html ?? '' } = given
  for (const [field, value] of Object.entries({ subject, text }))
    if (value.trim() === '')
      fail('email_template_invalid', { field: `fields.${field}`, line: 1, problem: 'is missing' })
  return html.trim() === '' ? { subject, text } : { subject, text, html }
}

/** Compiles the words of an account, or refuses them with the field and the line. */
export function compiledWords(type: MailType, words: MailSource): PrintMail {
  try {
    const print = compileMail(type, words)
    const fault = words.html === undefined ? undefined : faultOfOwnHtml(words.html)
    if (fault) throw new MailFault('html', fault)
    // A mail whose link is missing would ask for what its recipient cannot do.
    if ('link' in type.variables && !words.text.includes('{{link}}'))
      fail('email_template_invalid', { field: 'fields.text', line: 1, problem: 'the link is missing: add {{link}}' })
    return print
  } catch (error) {
    if (!(error instanceof MailFault)) throw error
    const { field, fault } = error
    return fail('email_template_invalid', { field: `fields.${field}`, line: fault.line, problem: fault.problem })
  }
}
