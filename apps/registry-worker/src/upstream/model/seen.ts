import type { SeenDomain } from '../../dialects/model/seen'

/** Our identifier in what the executors judge: the account there is ours, and holds only domains of ours. */
export const US = 'us'

/** A domain as the API shows it: the parts that decide about operations. */
export interface Shown {
  readonly id: number
  readonly domain: { readonly name: string; readonly extension: string }
  readonly status: string
  readonly type?: string | undefined
  readonly delete_status?: string | undefined
  readonly creation_date: string
  readonly expiration_date: string
  readonly auth_code: string
  readonly is_locked: boolean
  readonly is_client_hold_enabled?: string | undefined
  readonly transfer_out_pending?: boolean | undefined
  readonly owner_handle: string
  readonly name_servers: readonly { readonly name: string }[]
}

const gone: ReadonlySet<string | undefined> = new Set(['deleted', 'transferred'])
const ordered: ReadonlySet<string> = new Set(['PEN', 'REQ', 'SCH'])

/** The clocks of both platforms may differ by this much, and instants of the API are whole seconds. */
export const CLOCK_TOLERANCE_MS = 60_000

/** The whole name of an order there. */
export const nameOf = ({ domain }: Pick<Shown, 'domain'>): string => `${domain.name}.${domain.extension}`.toLowerCase()

/** Whether an order there is not decided yet. */
export const isOrdered = (status: string): boolean => ordered.has(status)

/** An instant of the API; undefined when it is unset. */
export function instantOf(printed: string): Date | undefined {
  return printed.startsWith('0000') ? undefined : new Date(`${printed.replace(' ', 'T')}Z`)
}

/** Of all orders of a name, the domain that the account holds: of failed orders and former domains there may be many. */
export function heldOf<Domain extends Shown>(orders: readonly Domain[]): Domain | 'foreign' | 'missing' {
  const held = orders.find(({ status, delete_status: end }) => status !== 'FAI' && !gone.has(end))
  if (held) return held
  return leftLast(orders)?.delete_status === 'transferred' ? 'foreign' : 'missing'
}

/** Of the domains that have left the account, the last one. */
export function leftLast<Domain extends Shown>(orders: readonly Domain[]): Domain | undefined {
  return orders.filter(({ delete_status: end }) => gone.has(end)).sort((one, other) => other.id - one.id)[0]
}

/** The domain in the terms of EPP, so that lost commands are judged as at a registry. */
export function seenOf(shown: Shown): SeenDomain {
  const { id, creation_date: created, expiration_date: expires, auth_code: code, owner_handle: owner } = shown
  return {
    name: nameOf(shown),
    roid: String(id),
    clID: US,
    crDate: instantOf(created),
    exDate: instantOf(expires),
    authInfo: code === '' ? undefined : { pw: code },
    registrant: owner,
    contacts: [],
    subordinateHosts: [],
    dnssec: undefined,
    ns: { form: 'hostAttr', hosts: shown.name_servers.map(({ name }) => ({ name, addresses: [] })) },
    ...statusesOf(shown),
  } as unknown as SeenDomain
}

/** The EPP and RGP statuses that stand for the state of the domain there. */
function statusesOf(shown: Shown): Pick<SeenDomain, 'graceStatuses' | 'statuses'> {
  const { status, type, delete_status: end } = shown
  const isDeleted = status === 'DEL' || status === 'RRQ'
  const statuses = [
    ...(shown.is_locked ? ['clientTransferProhibited'] : []),
    ...(shown.is_client_hold_enabled === 'yes' ? ['clientHold'] : []),
    ...(shown.transfer_out_pending ? ['pendingTransfer'] : []),
    ...(isOrdered(status) && type === 'NEW' ? ['pendingCreate'] : []),
    ...(isOrdered(status) && type === 'TRANSFER' ? ['pendingTransfer'] : []),
    ...(isDeleted ? ['pendingDelete'] : []),
  ]
  const grace = status === 'RRQ' ? 'pendingRestore' : end === 'pending_delete' ? 'pendingDelete' : 'redemptionPeriod'
  return {
    statuses: (statuses.length > 0 ? statuses : ['ok']) as SeenDomain['statuses'],
    graceStatuses: isDeleted ? [grace] : [],
  }
}
