import { Injectable } from '@nestjs/common'
import type { z } from 'zod'
import type { AccountEvent } from '@nameyard/contracts/events/account-event'
import type { contactState } from '@nameyard/contracts/events/catalogue/contact-events'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { AccountEvents } from '@nameyard/outbox/account-events'
import type { Tx } from '@nameyard/persistence/database'
import { raw } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { changedFields } from './model/changed-fields'

/** A contact as a statement with {@link eventContactColumns} reads it. */
export interface EventContact {
  readonly id: number
  readonly reseller_id: number
  readonly role: string
  readonly is_active: boolean
  readonly api_access_enabled: boolean
  readonly last_login_at: Date | null
  readonly password_changed_at: Date | null
}

/** The columns of the table `contact` that account events show. */
export const eventContactColumns = raw(`contact.id, contact.reseller_id, contact.role, contact.is_active,
    contact.api_access_enabled, contact.last_login_at, contact.password_changed_at`)

/** What the account events tell about contacts. */
@Injectable()
export class ContactEvents {
  constructor(
    private readonly events: AccountEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Records what has happened to a contact, with the contact as the transaction leaves it.
   * @param columns those that have changed
   */
  tell(
    tx: Tx,
    event: AccountEvent<string, typeof contactState>,
    contact: EventContact,
    columns: readonly string[] = [],
  ): Promise<void> {
    return this.events.record(tx, event, {
      resellerId: contact.reseller_id,
      object: `contacts/${contact.id}`,
      at: this.clock.now(),
      state: { ...onWire(contact), changed: changedFields(columns) },
    })
  }
}

const onWire = (contact: EventContact): Omit<z.input<typeof contactState>, 'changed'> => ({
  id: contact.id,
  reseller_id: contact.reseller_id,
  role: contact.role,
  is_active: contact.is_active,
  api_access_enabled: contact.api_access_enabled,
  last_login_at: printDate(contact.last_login_at),
  password_changed_at: printDate(contact.password_changed_at),
})
