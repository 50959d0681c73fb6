import { Injectable } from '@nestjs/common'

/** A message for one recipient. */
export interface IncomingMessage {
  /** The part of the address before the `@`, as the client wrote it. */
  readonly localPart: string
  /** The message (RFC 5322), with CRLF and without NUL: at most the size of `MAIL_INCOMING_BYTES`. */
  readonly content: Buffer
}

/**
 * What a feature did with a message. `stored`: committed. `repeated`: it was stored before. `refused`: the feature has no use for
 * it, and the client is told why.
 */
export type Verdict =
  { readonly outcome: 'repeated' | 'stored' } | { readonly outcome: 'refused'; readonly reason: string }

/** Addresses of one feature, at one domain. Everything that is thrown means: the client tries again later. */
export interface Mailbox {
  /** In lower case and A-labels. */
  readonly domain: string
  /** Whether an address at the domain is one of these. Strangers ask: say no to all that do not exist. */
  knows(localPart: string): Promise<boolean>
  /** Stores a message before it returns. */
  accept(message: IncomingMessage): Promise<Verdict>
}

/** The addresses that receive mail. Features register theirs when they start. */
@Injectable()
export class Mailboxes {
  private readonly registered: Mailbox[] = []

  register(mailbox: Mailbox): void {
    this.registered.push(mailbox)
  }

  /** Returns the mailbox of an address; undefined when the address is unknown. */
  async find(address: string): Promise<{ mailbox: Mailbox; localPart: string } | undefined> {
    const at = address.lastIndexOf('@')
    const [localPart, domain] = [address.slice(0, at), address.slice(at + 1).toLowerCase()]
    for (const mailbox of this.registered) {
      if (mailbox.domain === domain && (await mailbox.knows(localPart))) return { mailbox, localPart }
    }
    return undefined
  }
}
