import { sql, statement } from '@nameyard/persistence/statement'
import type { AssistantLimits } from './limits'

/** Reads and locks a session of a contact. */
export const lockSession = statement<
  { contactId: number; id: string; now: Date },
  AssistantLimits & { readonly isAssistant: boolean }
>(
  'token.lock_session',
  ({ contactId, id, now }) => sql`
    select grant_hash is not null as "isAssistant", approval, spend_per_day::float8 as "spendPerDay",
      spend_per_month::float8 as "spendPerMonth"
    from token
    where contact_id = ${contactId} and left(encode(hash, 'hex'), 12) = ${id} and expires_at > ${now} for no key update`,
)

/** Changes the limits of an assistant. Access that is older than the numbers of assistants gets one. */
export const updateLimits = statement<AssistantLimits & { contactId: number; id: string }>(
  'token.update_limits',
  ({ contactId, id, approval, spendPerDay, spendPerMonth }) => sql`
    update token set approval = ${approval}, spend_per_day = ${spendPerDay}::float8,
      spend_per_month = ${spendPerMonth}::float8,
      assistant_id = coalesce(assistant_id, nextval(pg_get_serial_sequence('api_key', 'id')))
    where contact_id = ${contactId} and left(encode(hash, 'hex'), 12) = ${id} and grant_hash is not null`,
)
