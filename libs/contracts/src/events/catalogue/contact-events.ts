import { z } from 'zod'
import { listAuditEvents } from '../../audit/list-audit-events'
import { contact } from '../../contacts/contact'
import { getContact } from '../../contacts/get-contact'
import { accountEvent } from '../account-event'

/** Which fields of a read an event has changed. */
export const changedFields = z
  .array(z.string())
  .describe('Fields of the read that this event has changed. Read the object for their values.')

/** A contact as `GET /v1/contacts/{id}` shows it, without everything about the person: a contact can be erased, an event not. */
export const contactState = contact
  .pick({
    id: true,
    reseller_id: true,
    role: true,
    is_active: true,
    api_access_enabled: true,
    last_login_at: true,
    password_changed_at: true,
  })
  .extend({ changed: changedFields })

const ofContact = { producer: 'customers', version: 1, read: getContact, state: contactState } as const

export const contactCreated = accountEvent({
  ...ofContact,
  type: 'contact.created',
  summary: 'A contact, who can act for the account, was created.',
})

export const contactChanged = accountEvent({
  ...ofContact,
  type: 'contact.changed',
  summary: 'The data, the role or the rights of a contact were changed. `changed` names the fields.',
})

export const contactDeleted = accountEvent({
  ...ofContact,
  type: 'contact.deleted',
  summary: 'A contact was deleted. Its API keys and sessions have ended, which is told by events of their own.',
})

export const contactPasswordChanged = accountEvent({
  ...ofContact,
  type: 'contact.password-changed',
  summary: 'A contact has a new password: changed, set with a mailed link, or set by the operator.',
})

/** What the read of a contact does not show. Administrators see it in the audit trail. */
const inTrail = { ...ofContact, shownBy: listAuditEvents } as const

export const contactSecondFactorAdded = accountEvent({
  ...inTrail,
  type: 'contact.second-factor-added',
  summary: 'A contact has added a second factor.',
})

export const contactSecondFactorRemoved = accountEvent({
  ...inTrail,
  type: 'contact.second-factor-removed',
  summary: 'A contact has removed a second factor.',
})

export const contactRecoveryCodesReplaced = accountEvent({
  ...inTrail,
  type: 'contact.recovery-codes-replaced',
  summary: 'A contact has new recovery codes in place of the old ones.',
})
