import { Refusal } from '../model/result'
import { refuseValue, token } from '../xml/fields'
import type { Element } from '../xml/read'

/** What is added and removed by an update. */
export interface StatusChange {
  readonly added: readonly Element[]
  readonly removed: readonly Element[]
}

/**
 * The statuses a registrar has set, after an update: what is removed must be there, what is added must not, and only
 * those it may set are named (2306).
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

/** What a contact or host shows (RFC 5732 and 5733 section 2.3): `linked` goes with any, `ok` with nothing but it. */
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

/** Refuses with 2304 what a status forbids; an update that lifts `clientUpdateProhibited` may pass. */
export function refuseForbidden(set: readonly string[], verb: 'Delete' | 'Update', removed: readonly Element[]): void {
  const lifted = new Set(removed.map(({ attributes }) => attributes.s))
  const forbidding = set.find((status) => status.endsWith(`${verb}Prohibited`) && !lifted.has(status))
  if (forbidding !== undefined) throw new Refusal(2304, `the object is ${forbidding}`)
}

function readStatus(field: Element, settable: readonly string[]): string {
  token(field, [0, 255], 's', 'lang')
  const { s } = field.attributes
  if (s === undefined || !settable.includes(s)) {
    throw refuseValue(field, 2306, `${s ?? 'nothing'} is no status a registrar sets`)
  }
  return s
}
