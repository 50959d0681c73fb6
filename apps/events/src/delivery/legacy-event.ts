import { printDate } from '@nameyard/contracts/primitives/dates'

/** Types that have a name of their own in the legacy form. */
const names: Readonly<Record<string, string>> = {
  'domain.transfer-out-completed': 'outgoingTransferCompleted',
  'domain.deleted': 'deletionCompleted',
}

/** The type of the request that a new address must answer. */
export const LEGACY_TEST = 'testEvent'

/** The only types that the legacy form has. */
export const LEGACY_TYPES = 'domain.*'

/** What the legacy form says of an event. */
interface Told {
  readonly id: string
  readonly type: string
  readonly happenedAt: Date
  /** JSON text of a domain. */
  readonly state: string
}

/** An event as receivers of the notification settings know it. */
interface LegacyEvent {
  readonly id: string
  readonly schemaVersion: string
  readonly eventType: string
  readonly timeStamp: string
  readonly data: { readonly domain: string; readonly domainId: number }
}

const legacy = (id: string, eventType: string, at: Date, data: LegacyEvent['data']): LegacyEvent => ({
  id,
  schemaVersion: '1.0',
  eventType,
  timeStamp: printDate(at),
  data,
})

/** Returns an event of a domain in the legacy form. */
export function legacyEvent({ id, type, happenedAt, state }: Told): LegacyEvent {
  const { id: domainId, domain } = JSON.parse(state) as {
    id: number
    domain: { name: string; extension: string }
  }
  const data = { domain: `${domain.name}.${domain.extension}`, domainId }
  return legacy(id, legacyName(type), happenedAt, data)
}

/** The request that a new address must answer. */
export const legacyTest = (id: string, at: Date): LegacyEvent =>
  legacy(id, LEGACY_TEST, at, { domain: 'example.com', domainId: 0 })

/** The name of a type: of `domain.renewal-failed` it is `renewalFailed`. */
function legacyName(type: string): string {
  const known = names[type]
  if (known !== undefined) return known
  return type.slice(type.indexOf('.') + 1).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
