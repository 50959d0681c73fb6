import { eventually } from '@nameyard/testing/eventually'
import type { Step } from '../src/gates'
import type { Answered } from '../src/https-client'
import type { LedgerTables } from '../src/ledger-tables'
import type { DistributedPlatform } from '../src/processes'
import { order, type Reseller } from '../src/reseller'
import type { Ordered } from './faults-table'

/** Auth code of the names that another registrar holds. */
const RIVAL_CODE = 'Rival-0ne-Code'

/** Days after which a .com is out of its add grace period. Within that period, a delete purges it at once (RFC 3915). */
const ADDED_DAYS = 10

/** Days after which the registry completes the transfer of a .com without an answer of the losing registrar. */
const TRANSFER_DAYS = 6

/** One order of one name: how the reseller places it, and how its effects are counted. */
export interface PlacedName {
  readonly name: string
  /** The price in cents. */
  readonly price: number
  /** Sends the order. Every call has the same idempotency key, so a repeated call is the same order. */
  place(): Promise<Answered>
  /** Makes the registry decide a pending order, as it would some days later. Absent if the order is never pending. */
  decide?(): Promise<void>
  /** Steps that follow the decision. */
  readonly decided: ReadonlySet<Step>
  /** Returns whether the API shows the order as done. */
  isDone(): Promise<boolean>
  /** Returns how often the registry executed each command of the order. */
  effects(): Promise<readonly number[]>
}

interface Stage {
  readonly platform: DistributedPlatform
  readonly reseller: Reseller
  readonly handle: string
  readonly ledger: () => LedgerTables
}

const afterDecision: ReadonlySet<Step> = new Set([
  'store the poll message',
  'conclude',
  'publish the settlement',
  'settle',
  'capture',
])
const nothing: ReadonlySet<Step> = new Set()

/** Brings a name into the state that the order needs. */
export async function prepare(ordered: Ordered, label: string, stage: Stage): Promise<PlacedName> {
  const { platform, reseller, handle, ledger } = stage
  const { sandbox } = platform
  const name = `${label}.${ordered === 'transfer' ? 'eu' : 'com'}`
  const key = { 'idempotency-key': label }
  let id: number | undefined

  const shown = () => reseller.done('GET', `/v1/domains/${id}`)
  const isQuiet = async () => (await ledger().unfinished(name)).length === 0
  const active = async () => (await shown()).status === 'ACT'
  const register = async () => {
    id = (await reseller.done('POST', '/v1/domains', order(name, handle))).id
    await eventually(async () => (await active()) && (await isQuiet()), `${name} registered`)
  }
  const remove = async () => {
    await reseller.done('DELETE', `/v1/domains/${id}?skip_soft_quarantine=1`)
    await eventually(async () => (await isDeleted()) && (await isQuiet()), `${name} deleted`)
  }
  const isDeleted = async () => (await shown()).delete_status === 'quarantine'
  const taken = async (command: string) => [(await sandbox.taken(name, command)).length]
  const placing = async (method: string, path: string, body?: object) => {
    const answer = await reseller.ask(method, path, body, key)
    id ??= answer.json.data?.id
    return answer
  }

  switch (ordered) {
    case 'create':
      return {
        name,
        price: 1079,
        decided: nothing,
        place: () => placing('POST', '/v1/domains', order(name, handle)),
        isDone: active,
        effects: () => taken('domain:create'),
      }
    case 'renew': {
      await register()
      const { expiration_date: before } = await shown()
      const years = async () => Number((await shown()).expiration_date.slice(0, 4)) - Number(before.slice(0, 4))
      return {
        name,
        price: 1079,
        decided: nothing,
        place: () => placing('POST', `/v1/domains/${id}/renew`, { period: 1 }),
        isDone: async () => (await years()) === 1,
        effects: () => taken('domain:renew'),
      }
    }
    case 'transfer':
    case 'pending transfer': {
      await platform.sandbox.registerElsewhere(name, RIVAL_CODE)
      const { domain, owner_handle } = order(name, handle)
      const isAtOnce = ordered === 'transfer'
      return {
        name,
        price: isAtOnce ? 499 : 1079,
        decided: isAtOnce ? nothing : afterDecision,
        place: () => placing('POST', '/v1/domains/transfer', { domain, owner_handle, auth_code: RIVAL_CODE }),
        ...(!isAtOnce && { decide: () => sandbox.age(name, TRANSFER_DAYS) }),
        isDone: active,
        effects: async () => [
          (await sandbox.taken(name, 'domain:transfer')).filter(({ request }) => request.includes('op="request"'))
            .length,
        ],
      }
    }
    case 'delete':
      await register()
      await sandbox.age(name, ADDED_DAYS)
      return {
        name,
        price: 0,
        decided: nothing,
        place: () => placing('DELETE', `/v1/domains/${id}?skip_soft_quarantine=1`),
        isDone: isDeleted,
        effects: () => taken('domain:delete'),
      }
    case 'restore': {
      await register()
      await sandbox.age(name, ADDED_DAYS)
      await remove()
      const restores = async (op: string) =>
        (await sandbox.taken(name, 'domain:update')).filter(({ request }) => request.includes(`restore op="${op}"`))
      return {
        name,
        price: 7900,
        decided: nothing,
        place: () => placing('POST', `/v1/domains/${id}/restore`, {}),
        isDone: async () => {
          const { status, delete_status } = await shown()
          return status === 'ACT' && delete_status === 'none'
        },
        effects: async () => [(await restores('request')).length, (await restores('report')).length],
      }
    }
  }
}
