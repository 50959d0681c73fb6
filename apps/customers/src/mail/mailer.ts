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
