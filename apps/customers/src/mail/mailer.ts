import type { MailPolicy } from '@nameyard/contracts/events/account-event'

/** One mail to one recipient. */
export interface Mail {
  /** The same whenever the mail is sent again, so that servers and mail programs recognise a second copy. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same content as HTML, if it is sent in both forms. */
  readonly html?: string
  /** The name of the sender where that is not the installation's own. The address is. */
  readonly senderName?: string
  /** The address that gets the replies, if it is not that of the sender. */
  readonly replyTo?: string
  /** The link in the mail, if it has one. */
  readonly link?: string
}

/** What a mail is recorded under. */
export interface About {
  readonly resellerId: number
  /** The type of the mail: `verification`. */
  readonly type: string
  /** What it is about: the plural of a kind, a slash and an identifier, such as `domains/7`. */
  readonly object: string
  /** The ICANN policy that demands that the recipient gets it. */
  readonly policy?: MailPolicy | undefined
}

/** Sends mails. `bounced` means that the mailbox does not exist. All other failures are thrown, and the mail is retried. */
export interface Mailer {
  send(mail: Mail, about: About): Promise<'sent' | 'bounced'>
  /** Closes its connections. */
  close?(): void
}

/** What the server answered. A refused recipient has its reply, such as `550 5.1.1 no such mailbox`. */
export type Accepted = { readonly outcome: 'sent' } | { readonly outcome: 'bounced'; readonly reply: string }

/** How mails leave the installation. */
export interface MailTransport {
  /**
   * Throws on each failure that is not about the recipient.
   * @param returnTo address for reports about the mail (RFC 5321 section 3.3, reverse-path); by default that of the sender.
   */
  deliver(mail: Mail, returnTo?: string): Promise<Accepted>
  /** Closes its connections. */
  close?(): void
}

/** Injection token of the mailer. */
export const MAILER = Symbol('mailer')
