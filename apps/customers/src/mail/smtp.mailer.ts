import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Clock } from '@nameyard/runtime/clock'
import type { Accepted, Mail, MailTransport } from './mailer'
import { messageOf } from './message'

/** Timeout of each SMTP step. The broker keeps the message meanwhile. */
const PATIENCE_MS = 15_000

/**
 * What servers report by mail (RFC 3461), where the server passes it on: failures and delays, with the header of the mail only.
 * Its text may contain a link.
 */
const dsn: NonNullable<SendMailOptions['dsn']> = { return: 'headers', notify: ['failure', 'delay'] }

/** Sends mails to an SMTP server over pooled connections. */
export class SmtpMailer implements MailTransport {
  private readonly transport

  /** @param url `smtp://` (STARTTLS if the server offers it) or `smtps://`, with user and password. */
  constructor(
    url: string,
    private readonly from: string,
    private readonly clock: Clock,
    private readonly signing: Pick<SendMailOptions, 'dkim'>,
  ) {
    this.transport = createTransport({
      url,
      pool: true,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    })
  }

  async deliver(mail: Mail, returnTo?: string): Promise<Accepted> {
    try {
      await this.transport.sendMail({
        ...messageOf(mail, this.from, this.clock),
        ...this.signing,
        ...(returnTo !== undefined && { envelope: { from: returnTo, to: mail.to }, dsn }),
      })
      return { outcome: 'sent' }
    } catch (error) {
      if (isNoMailbox(error as SmtpError)) return { outcome: 'bounced', reply: (error as SmtpError).response ?? '' }
      throw error
    }
  }

  close(): void {
    this.transport.close()
  }
}

type SmtpError = Error & { readonly command?: string; readonly response?: string; readonly responseCode?: number }

/** Returns whether the server permanently rejected the recipient (RFC 5321 section 4.2.1), not the sender or the text. */
function isNoMailbox({ command, responseCode = 0 }: SmtpError): boolean {
  return command === 'RCPT TO' && responseCode >= 500
}
