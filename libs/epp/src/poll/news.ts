import { extensionOf, type Answer } from '../answer'
import { boolean, ElementReader, ProtocolError, token } from '../element-reader'
import { changeIn, type ObjectChange } from '../extensions/change-poll/change'
import { maintenanceIn, type Maintenance } from '../extensions/maintenance/maintenance'
import { decodeGraceStatuses } from '../extensions/rgp/grace-statuses'
import { CONTACT, DOMAIN, EPP, HOST, RGP } from '../namespaces'
import type { RgpStatus } from '../status'
import { decodeTransfer, type TransferState } from '../transfer-state'

/** An object of the registry by its mapping and the name or identifier it has there. */
export interface NamedObject {
  readonly mapping: 'domain' | 'contact' | 'host'
  readonly id: string
}

/**
 * The content of a poll message: an event, not the state when the message is read.
 *
 * - transfer: a transfer of the object was requested or has ended.
 * - pending-action: a command answered with 1001 was carried out or not; the identifiers are that command's.
 * - grace-period: the object entered or left a grace period (RFC 3915).
 * - change: another party changed the object (RFC 8590).
 * - balance: our balance at the registry is low, in the registry's own words and numbers.
 * - maintenance: a maintenance of the registry was planned, changed or cancelled, or has ended (RFC 9167).
 * - event: something happened to an object: the message has data of its mapping, such as `renData` after a renewal by the
 *   registry, or says it in the registry's own words. The state of the object shows what.
 * - other: anything else, with the object when there is one. Its payload is in the frame.
 */
export type News =
  | { readonly kind: 'transfer'; readonly object: NamedObject; readonly transfer: TransferState }
  | {
      readonly kind: 'pending-action'
      /** Absent where the registry names only the command. */
      readonly object: NamedObject | undefined
      readonly carriedOut: boolean
      readonly clTRID: string | undefined
      readonly svTRID: string
      readonly date: Date
    }
  | { readonly kind: 'grace-period'; readonly object: NamedObject; readonly graceStatuses: readonly RgpStatus[] }
  | { readonly kind: 'change'; readonly object: NamedObject; readonly change: ObjectChange }
  | { readonly kind: 'balance'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'maintenance'; readonly maintenance: Maintenance }
  | { readonly kind: 'event'; readonly object: NamedObject | undefined }
  | { readonly kind: 'other'; readonly object: NamedObject | undefined }

/**
 * Reads a message, first with `own`. An unknown one is `other`, and so is one that cannot be read, since it must be
 * acknowledged too.
 */
export function decodeNews(answer: Answer, own?: (answer: Answer) => News | undefined): News {
  const object = objectIn(answer)
  try {
    return own?.(answer) ?? understood(answer, object) ?? { kind: 'other', object }
  } catch (error) {
    if (error instanceof ProtocolError) return { kind: 'other', object }
    throw error
  }
}

function understood(answer: Answer, object: NamedObject | undefined): News | undefined {
  const balance = balanceIn(answer)
  if (balance) return { kind: 'balance', values: balance }
  const maintenance = maintenanceIn(answer)
  if (maintenance) return { kind: 'maintenance', maintenance }
  if (!object) return undefined
  const change = changeIn(answer)
  if (change) return { kind: 'change', object, change }
  const payload = payloadOf(answer)!
  if (payload.element.local === 'trnData') return { kind: 'transfer', object, transfer: decodeTransfer(payload) }
  if (payload.element.local === 'panData') return pendingAction(object, payload)
  if (extensionOf(answer, RGP, 'infData')) return { kind: 'grace-period', object, ...decodeGraceStatuses(answer) }
  return ofMappings.has(payload.element.local) ? { kind: 'event', object } : undefined
}

/** The data of answers that every mapping defines (RFC 5731 to 5733), beside those of transfers and pending actions. */
const ofMappings: ReadonlySet<string> = new Set(['creData', 'infData', 'renData'])

function pendingAction(object: NamedObject, panData: ElementReader): News {
  const paTRID = new ElementReader(panData.get('paTRID'), EPP)
  return {
    kind: 'pending-action',
    object,
    carriedOut: boolean(panData.get(object.mapping === 'contact' ? 'id' : 'name'), 'paResult'),
    clTRID: paTRID.optionalToken('clTRID'),
    svTRID: paTRID.token('svTRID'),
    date: panData.date('paDate'),
  }
}

const mappings: ReadonlyMap<string, NamedObject['mapping']> = new Map([
  [DOMAIN, 'domain'],
  [CONTACT, 'contact'],
  [HOST, 'host'],
])

function payloadOf({ resData }: Answer): ElementReader | undefined {
  const element = resData.find(({ ns }) => mappings.has(ns))
  return element && new ElementReader(element)
}

function objectIn(answer: Answer): NamedObject | undefined {
  const payload = payloadOf(answer)
  const mapping = payload && mappings.get(payload.element.ns)
  const id = mapping && payload.optionalToken(mapping === 'contact' ? 'id' : 'name')
  return id === undefined ? undefined : { mapping: mapping!, id }
}

/**
 * Registries announce a low balance in namespaces of their own, all in one form: an element with plain values below it.
 */
function balanceIn({ resData, extension }: Answer): Readonly<Record<string, string>> | undefined {
  const found = [...resData, ...extension].find(({ ns, local }) => /low-?balance/i.test(`${ns} ${local}`))
  return found && Object.fromEntries(found.children.map((child) => [child.local, token(child)]))
}
