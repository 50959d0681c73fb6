import type { Changes } from '../audit/audit-log'
import type { ContactDetails } from './contact-details'

/** Columns whose values are recorded. For all others, only the name is recorded. */
const rights: ReadonlySet<string> = new Set([
  'role',
  'is_active',
  'api_access_enabled',
  'api_allowed_from',
  'api_denied_from',
  'panel_allowed_from',
  'panel_denied_from',
] satisfies (keyof ContactDetails)[])

/** Returns the changes for the audit log. */
export function auditOf(before: Partial<ContactDetails>, changed: Partial<ContactDetails>): Changes {
  return Object.fromEntries(
    Object.entries(changed).map(([column, to]) => [
      column,
      rights.has(column) ? { from: before[column as keyof ContactDetails], to } : null,
    ]),
  )
}
