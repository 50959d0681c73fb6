import { Controller } from '@nestjs/common'
import { listEmails } from '@nameyard/contracts/emails/list-emails'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { languages, type MailType } from '../mail/words/mail-type'
import { mailTypes } from '../mail/words/mail-types'
import { readTemplates, type EmailTemplate } from './email-template.store'

type Email = Result<typeof listEmails>['results'][number]

@Controller()
export class ListEmails {
  constructor(private readonly database: Database) {}

  @Handles(listEmails)
  async execute(
    { id, name, group, is_system, limit, offset }: Input<typeof listEmails>,
    call: Call,
  ): Promise<Result<typeof listEmails>> {
    const own = await this.database.read(readTemplates, { resellerId: resellerOf(call) })
    const matching = [...own.map(ownEmail), ...embedded].filter(
      (each) =>
        (id === undefined || each.id === id) &&
        (name === undefined || each.name === name) &&
        (group === undefined || each.group === group) &&
        (is_system === undefined || each.is_system === is_system),
    )
    return { results: matching.slice(offset, offset + limit), total: matching.length }
  }
}

function fieldsOf({ subject, text, html }: { subject: string; text: string; html?: string | null }): Email['fields'] {
  const fields = [
    { name: 'subject' as const, value: subject },
    { name: 'text' as const, value: text },
  ]
  return html == null ? fields : [...fields, { name: 'html' as const, value: html }]
}

function ownEmail(template: EmailTemplate): Email {
  const { id, type, name, locales, tags, isActive, isDefault } = template
  return {
    id,
    group: groupOf(type),
    type,
    name,
    fields: fieldsOf(template),
    locale: [...locales],
    tags: tags.map((value) => ({ key: 'customer' as const, value })),
    is_active: isActive,
    is_default: isDefault,
    is_system: false,
  }
}

const groupOf = (type: string): MailType['group'] => mailTypes.find(({ name }) => name === type)?.group ?? 'other'

/** The words of the platform. Their numbers are below those of accounts. */
const embedded: readonly Email[] = mailTypes.flatMap((type, place) =>
  languages.map((language, of) => ({
    id: place * 10 + of + 1,
    group: type.group,
    type: type.name,
    name: `${type.name} (${language})`,
    fields: fieldsOf(type.words[language]),
    locale: [language],
    tags: [],
    is_active: true,
    is_default: language === 'en',
    is_system: true,
  })),
)
