import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { Mailboxes, type IncomingMessage, type Verdict } from '../incoming-mail/mailboxes'
import { readReturnAddress } from '../mail/return-address'
import { SentMails } from '../mail/sent-mails'
import { readReport } from './report'

/** Where mailbox providers send complaints (RFC 6449): such a report names the return address of the mail. */
const COMPLAINTS = 'complaints'

const isSent = statement<{ id: string }>(
  'sent_mail.known',
  ({ id }) => sql`select from sent_mail where id = ${id}::text::bigint`,
)

/** Receives reports about our mails, at their return addresses and at `complaints@`. */
@Injectable()
export class ReportMailbox implements OnModuleInit {
  constructor(
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly mails: SentMails,
    private readonly mailboxes: Mailboxes,
  ) {}

  onModuleInit(): void {
    const { MAIL_RETURN_DOMAIN: domain } = this.config
    if (domain === undefined) return
    this.mailboxes.register({
      domain,
      knows: async (localPart) => this.isComplaints(localPart) || (await this.findMail(localPart)) !== undefined,
      accept: (message) => this.accept(message),
    })
  }

  private async accept({ localPart, content }: IncomingMessage): Promise<Verdict> {
    const report = await readReport(content)
    if (!report)
      return { outcome: 'refused', reason: 'This address accepts delivery reports only (RFC 3464, RFC 5965)' }
    const id = await this.findMail(this.isComplaints(localPart) ? this.localPartOf(report.returnTo) : localPart)
    if (id === undefined) return { outcome: 'refused', reason: 'The report names no mail of ours' }
    const { state, status, diagnostic } = report
    const isNews = state !== undefined && (await this.mails.report({ id, state, status, diagnostic }))
    return { outcome: isNews ? 'stored' : 'repeated' }
  }

  /** Returns the number of the mail that has a return address. */
  private async findMail(localPart: string): Promise<string | undefined> {
    const named = readReturnAddress(this.config.LINK_SECRET, localPart, this.clock.machineNow())
    if (!named) return undefined
    const found = await this.database.read(isSent, { id: named.id })
    return found.length > 0 ? named.id : undefined
  }

  private isComplaints(localPart: string): boolean {
    return localPart.toLowerCase() === COMPLAINTS
  }

  private localPartOf(address = ''): string {
    const at = address.lastIndexOf('@')
    return address.slice(at + 1).toLowerCase() === this.config.MAIL_RETURN_DOMAIN ? address.slice(0, at) : ''
  }
}
