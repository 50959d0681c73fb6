import { randomUUID } from 'node:crypto'
import { Controller, Inject } from '@nestjs/common'
import { sendTestEmail } from '@nameyard/contracts/emails/send-test-email'
import { sendTestMail } from '@nameyard/contracts/emails/send-test-mail'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { insertSentMail } from '../mail/sent-mail.store'
import { compiledWords, typeGiven, wordsGiven } from './given-words'
import { isTestCode } from './test-code'
import { countSince, findTester, lockAccount } from './test-mail.store'

/** Mails of an account within an hour. A code goes to an address that may be a stranger's, so there are few. */
const LIMITS = { code: 3, test: 20 } as const

const HOUR_MS = 3_600_000

@Controller()
export class SendTestEmail {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** The words of the account go only to an address at which the person has read the code. */
  @Handles(sendTestEmail)
  async execute(input: Input<typeof sendTestEmail>, call: Call): Promise<Result<typeof sendTestEmail>> {
    const resellerId = resellerOf(call)
    const { contactId } = call.actor!
    const type = typeGiven(input)
    const words = input.fields && wordsGiven(input.fields)
    if (words) compiledWords(type, words)
    const [tester] = await this.database.read(findTester, { contactId })
    const email = tester?.email.trim() ?? ''
    if (email === '') fail('email_test_without_address')
    const sends = input.code === undefined || input.code === '' ? 'code' : 'test'
    if (sends === 'test' && !isTestCode(this.config.LINK_SECRET, input.code!, contactId, email))
      fail('email_test_code_wrong', { email })
    const now = this.clock.now()
    const mail = { resellerId, type: typeOf(sends), object: `contacts/${contactId}`, messageId: randomUUID() }
    await this.database.unitOfWork(call, async (tx) => {
      await tx.query(lockAccount, { resellerId })
      const limit = LIMITS[sends]
      const since = new Date(now.getTime() - HOUR_MS)
      const [sent] = await tx.query(countSince, { resellerId, type: mail.type, since })
      if (sent!.count >= limit) fail('email_test_limit', { limit })
      await tx.query(insertSentMail, { ...mail, policy: null, address: email.toLowerCase(), sentAt: now })
      await recordChange(tx, {
        call,
        now,
        operation: sendTestEmail,
        resellerId,
        subject: `contact ${contactId}`,
        changes: { sent: { to: sends } },
      })
      await this.outbox.append(tx, sendTestMail, {
        contactId,
        address: email,
        messageId: mail.messageId,
        sends,
        type: type.name,
        locale: input.locale ?? 'en',
        ...(words && { words }),
      })
    })
    return { sent: sends, email }
  }
}

/** The type under which a mail is recorded. */
export const typeOf = (sends: keyof typeof LIMITS): string => (sends === 'code' ? 'test-code' : 'test')
