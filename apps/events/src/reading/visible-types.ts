import { accountEvents } from '@nameyard/contracts/account-events'
import { fail } from '@nameyard/contracts/errors'
import type { AccountEvent } from '@nameyard/contracts/events/account-event'
import type { Actor } from '@nameyard/contracts/operation'
import { mayRead } from '@nameyard/contracts/rights'

/** Whether a filter such as `domain.activated` or `domain.*` names a type. */
export const matches = (filter: string, type: string): boolean =>
  filter.endsWith('.*') ? type.startsWith(filter.slice(0, -1)) : filter === type

/** Refuses filters that name no type of the catalogue. */
export function refuseUnknownTypes(field: string, filters: readonly string[] = []): void {
  const wrong = filters.find((filter) => !accountEvents.some(({ type }) => matches(filter, type)))
  if (wrong !== undefined) fail('invalid_input', { field, problem: `there is no event ${wrong}` })
}

/** The types whose events a caller may see: those of objects that it may read at this moment. */
export function visibleTypes(catalogue: readonly AccountEvent[], actor: Actor): AccountEvent[] {
  return catalogue.filter(({ read, shownBy = read }) => mayRead(shownBy, actor))
}

/** The domains and zones of which a caller sees the events; undefined for all of the account. */
export function visibleNames({ limits }: Actor): { domains: readonly string[]; zones: readonly string[] } | undefined {
  if (limits === undefined) return undefined
  // The state of a zone names records that the name servers refuse, and such a key sees only some.
  const seesZones = limits.recordNames === undefined && limits.recordTypes === undefined
  return { domains: limits.domains, zones: seesZones ? limits.zones : [] }
}
