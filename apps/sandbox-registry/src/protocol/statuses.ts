import { Refusal } from '../model/result'
import { refuseValue, token } from '../xml/fields'
import type { Element } from '../xml/read'

/** The statuses that an update adds and removes. */
export interface StatusChange {
  readonly added: readonly Element[]
  readonly removed: readonly Element[]
}

/**
 * Returns the set statuses after an update. A removed status must be set, an added one must not, and both must be settable
 * by a registrar (2306).
 */
export function nextStatuses(
  set: readonly string[],
  settable: readonly string[],
  { added, removed }: StatusChange,
): string[] {
  const statuses = new Set(set)
  for (const field of removed) {
    if (!statuses.delete(readStatus(field, settable))) throw refuseValue(field, 2306, 'that status is not set')
  }
  for (const field of added) {
    const status = readStatus(field, settable)
    if (statuses.has(status)) throw refuseValue(field, 2306, 'that status is set')
    statuses.add(status)
  }
  return [...statuses]
}

/** Returns the statuses of a contact or host (RFC 5732 and 5733 section 2.3); `ok` is combined with `linked` only. */
export function objectStatuses({
  setStatuses,
  isLinked,
}: {
  readonly setStatuses: readonly string[]
  readonly isLinked: boolean
}): string[] {
  const own = setStatuses.length > 0 ? [...setStatuses].sort() : ['ok']
  return isLinked ? [...own, 'linked'] : own
}

/** Refuses with 2304 what a status forbids. An update that removes `clientUpdateProhibited` is allowed. */
export function refuseForbidden(set: readonly string[], verb: 'Delete' | 'Update', removed: readonly Element[]): void {
  const removedStatuses = new Set(removed.map(({ attributes }) => attributes.s))
  const forbidding = set.find((status) => status.endsWith(`${verb}Prohibited`) && !removedStatuses.has(status))
  if (forbidding !== undefined) throw new Refusal(2304, `the object is ${forbidding}`)
}

function readStatus(field: Element, settable: readonly string[]): string {
  token(field, [0, 255], 's', 'lang')
  const { s } = field.attributes
  if (s === undefined || !settable.includes(s)) {
    throw refuseValue(field, 2306, `a registrar cannot set the status ${s ?? ''}`)
  }
  return s
}
