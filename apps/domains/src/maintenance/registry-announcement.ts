import { isDeepStrictEqual } from 'node:util'
import { maintenanceOnWire } from './maintenance-on-wire'
import type { PlannedMaintenance } from './maintenance.store'

/** What a registry says of a maintenance (RFC 9167). */
export interface Announcement extends Pick<PlannedMaintenance, 'endsAt' | 'impact' | 'reason' | 'startsAt'> {
  /** The account at the registry, and the registry's identifier of the maintenance. */
  readonly account: string
  readonly registryId: string
  readonly isCancelled: boolean
  /** The affected extensions that are sold. */
  readonly extensions: readonly string[]
  /** When the registry has changed it last. */
  readonly saidAt: Date
}

const NAMED_EXTENSIONS = 3

/**
 * The row of a maintenance of which a registry speaks for the first time; undefined if there is nothing to announce. A
 * cancellation that overtook the announcement is stored, so that the announcement comes late.
 */
export function firstOf(said: Announcement, now: Date): Omit<PlannedMaintenance, 'id'> | undefined {
  const { account, registryId, isCancelled, extensions, endsAt } = said
  if (extensions.length === 0 || endsAt <= now) return undefined
  const dates = { announcedAt: now, changedAt: now, withdrawnAt: isCancelled ? now : null }
  return { registryAccount: account, registryId, ...saidBy(said), ...dates }
}

/**
 * The row after the registry has spoken of it again; undefined if that comes late. It has changed now if accounts see a
 * difference, and it has not ended before and after. What operators have changed meanwhile is replaced.
 */
export function followed(before: PlannedMaintenance, said: Announcement, now: Date): PlannedMaintenance | undefined {
  const { isCancelled, extensions, saidAt } = said
  const earlier = before.registryChangedAt?.getTime() ?? -Infinity
  // A cancellation may have the time of the change before it.
  const isAfterCancellation = before.withdrawnAt !== null && !isCancelled && saidAt.getTime() === earlier
  if (saidAt.getTime() < earlier || isAfterCancellation) return undefined
  const after =
    isCancelled || extensions.length === 0
      ? { ...before, registryChangedAt: saidAt, withdrawnAt: before.withdrawnAt ?? now }
      : { ...before, ...saidBy(said), withdrawnAt: null }
  const isPast = before.endsAt <= now && after.endsAt <= now
  const isSeen = !isPast && !isDeepStrictEqual(maintenanceOnWire(before), maintenanceOnWire(after))
  return isSeen ? { ...after, changedAt: now, setBy: REGISTRY } : after
}

const REGISTRY = 'registry'

/** The part of a row that the registry decides. */
function saidBy({ extensions, startsAt, endsAt, reason, impact, saidAt }: Announcement) {
  const text = textOf(extensions, reason, impact)
  return { extensions, startsAt, endsAt, reason, impact, text, registryChangedAt: saidAt, setBy: REGISTRY }
}

/** What accounts read about it. */
function textOf(extensions: readonly string[], reason: Announcement['reason'], impact: Announcement['impact']): string {
  const more = extensions.length - NAMED_EXTENSIONS
  const names = extensions.slice(0, NAMED_EXTENSIONS).map((each) => `.${each}`)
  const others = more > 0 ? [`${more} more`] : []
  const registry = `registry of ${new Intl.ListFormat('en-GB').format([...names, ...others])}`
  const meanwhile = reason === 'emergency' ? 'during an emergency maintenance' : 'during a maintenance'
  if (impact === 'full') return `The ${registry} is not available ${meanwhile}.`
  if (impact === 'partial') return `Parts of the ${registry} are not available ${meanwhile}.`
  return `The ${registry} stays available ${meanwhile}.`
}
