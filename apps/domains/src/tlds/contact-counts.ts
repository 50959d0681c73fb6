import { fail } from '@nameyard/contracts/errors'
import type { Tld } from './tld'

/** The handles that a request names. */
export interface NamedHandles {
  readonly owner_handle?: string | undefined
  readonly admin_handle?: string | undefined
  readonly tech_handle?: string | undefined
  readonly billing_handle?: string | undefined
}

const roles = ['owner', 'admin', 'tech', 'billing'] as const

/** Refuses the first handle of an order whose role the registry does not take when it gets a domain. */
export function refuseUncountedOrder(handles: NamedHandles, tld: Pick<Tld, 'contactCounts' | 'extension'>): void {
  refuseNamed(handles, tld, 'create', `.${tld.extension} takes no such contact: leave this field out`)
}

/** Refuses the first handle of a change whose role the registry does not change. */
export function refuseUncountedChange(handles: NamedHandles, tld: Pick<Tld, 'contactCounts' | 'extension'>): void {
  refuseNamed(handles, tld, 'update', `under .${tld.extension} this contact cannot be changed: leave this field out`)
}

function refuseNamed(
  handles: NamedHandles,
  { contactCounts }: Pick<Tld, 'contactCounts'>,
  operation: keyof Tld['contactCounts'],
  problem: string,
): void {
  const counts = contactCounts[operation]
  const refused = roles.find((role) => counts?.[role]?.max === 0 && handles[`${role}_handle`] !== undefined)
  if (refused) fail('invalid_input', { field: `${refused}_handle`, problem })
}
