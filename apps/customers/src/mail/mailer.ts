/** One mail to one recipient. */
export interface Mail {
  /** The same whenever the mail is sent again, so that servers and mail programs recognise a second copy. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The link in the mail, if it has one. */
  readonly link?: string
}

/** Sends mails. `bounced` means that the mailbox does not exist. All other failures are thrown, and the mail is retried. */
export interface Mailer {
  send(mail: Mail): Promise<'sent' | 'bounced'>
  /** Closes its connections. */
  close?(): void
}

/** Injection token of the mailer. */
export const MAILER = Symbol('mailer')
