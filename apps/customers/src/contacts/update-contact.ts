import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { updateContact } from '@nameyard/contracts/contacts/update-contact'
import { fail } from '@nameyard/contracts/errors'
import { contactChanged } from '@nameyard/contracts/events/catalogue/contact-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ContactEvents } from '../account-events/contact-events'
import { SessionEvents, type EventSession } from '../account-events/session-events'
import { recordChange } from '../audit/audit-log'
import { differing } from '../party/model/differing'
import { refuseAccessGrantBeyond, refuseMailboxChangeBeyond } from './access-grant'
import { auditOf } from './contact-changes'
import { assertDetails, detailsIn, type ContactDetails } from './contact-details'
import { contactSchema, lockWithAdmins, revokeTokens, type Contact } from './contact.store'
import { isLast, managesPeople } from './model/last-admin'

@Controller()
export class UpdateContact {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: ContactEvents,
    private readonly sessions: SessionEvents,
  ) {}

  /** Fields that are not sent stay. Tokens of a contact that loses API access end with the commit. */
  @Handles(updateContact)
  async execute(input: Input<typeof updateContact>, call: Call): Promise<Result<typeof updateContact>> {
    const resellerId = resellerOf(call)
    const details = detailsIn(input)
    await this.database.unitOfWork(call, async (tx) => {
      const people = await tx.query(lockWithAdmins, { resellerId, id: input.id })
      const before = people.find(({ id }) => id === input.id) ?? fail('contact_not_found', { id: input.id })
      const changed = differing<ContactDetails>(before, merged(before, details))
      if (Object.keys(changed).length === 0) return tellAudit(tx, { isNothing: true })
      if (changed.role === 'admin') fail('contact_role_invalid', { role: changed.role })
      assertDetails(withWholePhone(before, changed))
      const after = { ...before, ...changed }
      refuseAccessGrantBeyond(call, before, after)
      refuseMailboxChangeBeyond(call, before, changed)
      if (!managesPeople(after) && isLast(before, people, managesPeople)) fail('contact_is_last_admin')
      const ended = await save(tx, before, changed)
      await this.sessions.tellEnded(tx, resellerId, ended)
      await this.events.tell(tx, contactChanged, after, Object.keys(changed))
      await recordChange(tx, {
        call,
        now: this.clock.now(),
        operation: updateContact,
        resellerId,
        subject: `contact ${before.id}`,
        changes: auditOf(before, changed),
      })
    })
    return { success: true }
  }
}

/** Extra data that is not sent stays too. */
function merged(before: ContactDetails, { additional_data, ...details }: Partial<ContactDetails>) {
  return additional_data ? { ...details, additional_data: { ...before.additional_data, ...additional_data } } : details
}

/** A change of one part of the telephone number is validated as a whole number. */
function withWholePhone(before: ContactDetails, changed: Partial<ContactDetails>): Partial<ContactDetails> {
  if (!Object.keys(changed).some((column) => column.startsWith('phone_'))) return changed
  const { phone_country_code, phone_area_code, phone_subscriber_number } = before
  return { phone_country_code, phone_area_code, phone_subscriber_number, ...changed }
}

/** Stores changes of a contact. Returns the sessions that have ended with its access. */
async function save(tx: Tx, { id }: Contact, changed: Partial<ContactDetails>): Promise<readonly EventSession[]> {
  await tx.manager.update(contactSchema, { id }, changed as object)
  const isOut = changed.api_access_enabled === false || changed.is_active === false
  return isOut ? tx.query(revokeTokens, { id }) : []
}
