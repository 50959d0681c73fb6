import type { MailPolicy, MailRecipients } from '@nameyard/contracts/events/account-event'
import type { Database, Tx } from '@nameyard/persistence/database'
import { readOwnPolicies, readSettings, type EventMailSetting } from './event-mail-setting.store'
import { choicesOf, recipientsOf, type EventMailType } from './event-mail-types'

/** Who gets the mails of an account about events: what it has chosen, and what policies demand of it. */
export class EventMailChoices {
  private readonly chosen: ReadonlyMap<string, MailRecipients>
  private readonly own: ReadonlySet<MailPolicy>

  /** @param own the policies whose mails the account sends itself. */
  constructor(settings: readonly EventMailSetting[], own: readonly { readonly policy: MailPolicy }[]) {
    this.chosen = new Map(settings.map(({ type, recipients }) => [type, recipients]))
    this.own = new Set(own.map(({ policy }) => policy))
  }

  /** Reads the choices of an account. */
  static async of(database: Database, resellerId: number): Promise<EventMailChoices> {
    const [settings, own] = await Promise.all([
      database.read(readSettings, { resellerId }),
      database.read(readOwnPolicies, { resellerId }),
    ])
    return new EventMailChoices(settings, own)
  }

  /** The same in a transaction that has locked the account. */
  static async in(tx: Tx, resellerId: number): Promise<EventMailChoices> {
    const settings = await tx.query(readSettings, { resellerId })
    return new EventMailChoices(settings, await tx.query(readOwnPolicies, { resellerId }))
  }

  /** Whether a policy demands that the registrant gets a mail. */
  isDemanded({ mail: { policy } }: EventMailType): boolean {
    return policy !== undefined && !this.own.has(policy)
  }

  choicesOf(type: EventMailType): MailRecipients[] {
    return choicesOf(type.mail, this.isDemanded(type))
  }

  recipientsOf(type: EventMailType): MailRecipients {
    return recipientsOf(type.mail, this.chosen.get(type.mail.type), this.isDemanded(type))
  }
}
