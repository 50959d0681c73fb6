/** One message to one reader. */
export interface Mail {
  /** The same each time the same mail is sent: readers and servers recognise a second copy by it. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** What the mail asks its reader to open, if anything. */
  readonly link?: string
}

/**
 * Hands a mail over. `bounced` says that there is no such mailbox and never will be; anything that may pass is thrown,
 * and the mail sent again later.
 */
export interface Mailer {
  send(mail: Mail): Promise<'sent' | 'bounced'>
}

/** Where providers find the mailer. */
export const MAILER = Symbol('mailer')
