import { Controller } from '@nestjs/common'
import { createEmail } from '@nameyard/contracts/emails/create-email'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { insertTemplate } from './email-template.store'
import { compiledWords, typeGiven, wordsGiven } from './given-words'

/** Templates that an account may have: they are read as a whole. */
const LIMIT = 200

@Controller()
export class CreateEmail {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(createEmail)
  async execute(input: Input<typeof createEmail>, call: Call): Promise<Result<typeof createEmail>> {
    const resellerId = resellerOf(call)
    const type = typeGiven(input)
    const words = wordsGiven(input.fields)
    compiledWords(type, words)
    return this.database.unitOfWork(call, async (tx) => {
      const [row] = await tx.query(insertTemplate, {
        resellerId,
        limit: LIMIT,
        type: type.name,
        name: input.name,
        locales: input.locale ?? [],
        tags: input.tags?.map(({ value }) => value!) ?? [],
        isActive: input.is_active ?? true,
        isDefault: input.is_default ?? false,
        ...words,
        html: words.html ?? null,
      })
      if (!row) return fail('email_template_limit', { limit: LIMIT })
      await recordChange(tx, {
        call,
        now: this.clock.now(),
        operation: createEmail,
        resellerId,
        subject: `mail template ${row.id}`,
        changes: { type: { to: type.name }, name: { to: input.name } },
      })
      return { id: row.id }
    })
  }
}
