import { Controller, Inject, Logger } from '@nestjs/common'
import { sendEventMail } from '@nameyard/contracts/customers/send-event-mail'
import type { Payload } from '@nameyard/contracts/event'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { toUnicode } from '@nameyard/names/idna'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { MailComposer } from '../mail/mail-composer'
import { MAILER, type Mailer } from '../mail/mailer'
import type { TemplateValues } from '../mail/templates/template'
import { EventMailChoices } from './event-mail-choices'
import { eventMailTypes, type EventMailType } from './event-mail-types'
import { findReaders, readRegistrant, type EventMailReader } from './event-mail.store'

type Told = Payload<typeof sendEventMail>

const CONSUMER = 'event-mail.send'

const typeOf = new Map(eventMailTypes.map((each) => [each.event, each]))

/** Mails the registrant, the administrators of the account, or both about an account event. */
@Controller()
export class OnSendEventMail {
  private readonly log = new Logger('event mail')

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly composer: MailComposer,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  /** After a crash, a mail may be sent twice, with the same Message-ID. */
  @Consumes(sendEventMail)
  async on(told: Told, delivery: Delivery): Promise<void> {
    const type = typeOf.get(told.event)
    if (!type) return
    const readers = await this.readersOf(told, type)
    const values = readers.length === 0 ? {} : await this.valuesOf(told, type)
    for (const reader of readers)
      await this.outbox.atLeastOnce(this.database, delivery, `${CONSUMER} ${reader.recipient}`, () =>
        this.send(told, type, reader, values, delivery.messageId),
      )
  }

  private async readersOf(told: Told, type: EventMailType): Promise<EventMailReader[]> {
    const { resellerId, registrant } = told
    const recipients = (await EventMailChoices.of(this.database, resellerId)).recipientsOf(type)
    if (recipients === 'nobody') return []
    return this.database.read(findReaders, {
      resellerId,
      registrant: registrant ?? '',
      toRegistrant: recipients !== 'reseller',
      toReseller: recipients !== 'registrant',
    })
  }

  private async valuesOf({ resellerId, registrant, at, values }: Told, { type }: EventMailType) {
    const time = printDate(new Date(at))
    const given = { ...values, time, ...(values.domain !== undefined && { domain: toUnicode(values.domain) }) }
    if (!('registrant_name' in type.variables)) return given
    const [data] = await this.database.read(readRegistrant, { resellerId, registrant: registrant ?? '' })
    const fields = Object.entries(data ?? {}).map(([name, value]) => [`registrant_${name}`, value])
    return { ...given, ...(Object.fromEntries(fields) as Record<string, string>) }
  }

  private async send(
    { resellerId, object }: Told,
    { type, mail: { policy } }: EventMailType,
    reader: EventMailReader,
    values: TemplateValues,
    messageId: string,
  ): Promise<void> {
    const { recipient, isRegistrant } = reader
    const mail = await this.composer.compose(
      type,
      { ...reader, resellerId },
      { ...values, is_registrant: isRegistrant },
    )
    const id = isRegistrant ? messageId : `${messageId}-${recipient}`
    const about = { resellerId, type: type.name, object, policy: isRegistrant ? policy : undefined }
    const sent = await this.mailer.send({ ...mail, messageId: id }, about)
    if (sent === 'bounced')
      this.log.warn(`the mailbox of ${recipient} does not exist; it was to get ${type.name} of ${object}`)
  }
}
