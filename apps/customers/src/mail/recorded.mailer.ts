import type { Database } from '@nameyard/persistence/database'
import type { Clock } from '@nameyard/runtime/clock'
import type { About, Mail, Mailer, MailTransport } from './mailer'
import { returnAddressOf } from './return-address'
import { insertSentMail, markSent } from './sent-mail.store'
import type { SentMails } from './sent-mails'

/** Records each mail before and after it is sent, and gives it a return address of its own. */
export class RecordedMailer implements Mailer {
  /** @param domain domain of the return addresses; without one, reports go to the address of the sender. */
  constructor(
    private readonly transport: MailTransport,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly mails: SentMails,
    private readonly secrets: readonly string[],
    private readonly domain: string | undefined,
  ) {}

  async send(mail: Mail, about: About): Promise<'sent' | 'bounced'> {
    const row = {
      ...about,
      policy: about.policy ?? null,
      messageId: mail.messageId,
      address: mail.to.trim().toLowerCase(),
      sentAt: this.clock.now(),
    }
    const [{ id } = { id: '' }] = await this.database.read(insertSentMail, row)
    const local = this.domain && returnAddressOf(this.secrets, id, this.clock.machineNow())
    const accepted = await this.transport.deliver(mail, local && `${local}@${this.domain}`)
    if (accepted.outcome === 'sent') await this.database.read(markSent, { id, sentAt: this.clock.now() })
    else await this.mails.report({ id, state: 'bounced', ...statusOf(accepted.reply) })
    return accepted.outcome
  }

  close(): void {
    this.transport.close?.()
  }
}

/** Splits the reply of a server: `550 5.1.1 no such mailbox` (RFC 2034). */
function statusOf(reply: string): { status: string | null; diagnostic: string } {
  return { status: /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1] ?? null, diagnostic: reply }
}
