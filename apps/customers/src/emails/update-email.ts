import { isDeepStrictEqual } from 'node:util'
import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { updateEmail } from '@nameyard/contracts/emails/update-email'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { mailTypes } from '../mail/words/mail-types'
import { lockTemplate, saveTemplate, type EmailTemplate } from './email-template.store'
import { compiledWords, typeGiven, wordsGiven } from './given-words'

@Controller()
export class UpdateEmail {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(updateEmail)
  async execute(input: Input<typeof updateEmail>, call: Call): Promise<Result<typeof updateEmail>> {
    const resellerId = resellerOf(call)
    await this.database.unitOfWork(call, async (tx) => {
      const [before] = await tx.query(lockTemplate, { resellerId, id: input.id })
      if (!before) return fail('email_template_not_found', { id: input.id })
      const after = changed(before, input)
      if (isDeepStrictEqual(before, after)) return tellAudit(tx, { isNothing: true })
      await tx.query(saveTemplate, { resellerId, ...after })
      const fields = Object.keys(after) as (keyof EmailTemplate)[]
      await recordChange(tx, {
        call,
        now: this.clock.now(),
        operation: updateEmail,
        resellerId,
        subject: `mail template ${input.id}`,
        changes: Object.fromEntries(
          fields
            .filter((each) => !isDeepStrictEqual(before[each], after[each]))
            .map((each) => [each, { from: String(before[each] ?? ''), to: String(after[each] ?? '') }]),
        ),
      })
    })
    return { success: true }
  }
}

/** The template after a change, or the refusal of its words. */
function changed(before: EmailTemplate, input: Input<typeof updateEmail>): EmailTemplate {
  const known = mailTypes.find(({ name }) => name === before.type)
  const group = input.group ?? known?.group ?? 'other'
  const isSameGroup = group === known?.group
  const type = typeGiven({ group, type: input.type ?? (isSameGroup ? before.type : undefined) })
  const { html, ...written } = before
  const words = wordsGiven(input.fields, html === null ? written : { ...written, html })
  compiledWords(type, words)
  return {
    ...before,
    type: type.name,
    name: input.name ?? before.name,
    locales: input.locale ?? before.locales,
    tags: input.tags?.map(({ value }) => value!) ?? before.tags,
    isActive: input.is_active ?? before.isActive,
    isDefault: input.is_default ?? before.isDefault,
    subject: words.subject,
    text: words.text,
    html: words.html ?? null,
  }
}
