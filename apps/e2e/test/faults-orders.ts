import { eventually } from '@nameyard/testing/eventually'
import type { Books } from '../src/books'
import type { Step } from '../src/gates'
import type { Answered } from '../src/https-client'
import type { DistributedPlatform } from '../src/processes'
import { order, type Reseller } from '../src/reseller'
import type { Ordered } from './faults-table'

/** Code of the names that another registrar has. */
const RIVAL_CODE = 'Rival-0ne-Code'

/** Days after which a .com is out of its add grace period, in which a delete would end it at once. */
const ADDED_DAYS = 10

/** Days after which a .com that its registrar keeps to itself is handed over all the same. */
const TRANSFER_DAYS = 6

/** One order of one name, as its reseller places it and as the registry sees it. */
export interface PlacedName {
  readonly name: string
  /** Cents that the account pays for it. */
  readonly price: number
  /** Orders it; asked again under the same key, it is the same order. */
  place(): Promise<Answered>
  /** What the registry decides some days later, where it does not carry the order out at once. */
  decide?(): Promise<void>
  /** Steps that follow the decision. */
  readonly decided: ReadonlySet<Step>
  /** What the reseller sees when the order is done. */
  isDone(): Promise<boolean>
  /** How often the registry carried out what was ordered. */
  effects(): Promise<readonly number[]>
}

interface Stage {
  readonly platform: DistributedPlatform
  readonly reseller: Reseller
  readonly handle: string
  readonly books: () => Books
}

const afterDecision: ReadonlySet<Step> = new Set(['hear the registry', 'conclude', 'tell', 'settle', 'capture'])
const nothing: ReadonlySet<Step> = new Set()

/** Brings a name to where it can be ordered so. */
export async function prepare(ordered: Ordered, label: string, stage: Stage): Promise<PlacedName> {
  const { platform, reseller, handle, books } = stage
  const { sandbox } = platform
  const name = `${label}.${ordered === 'transfer' ? 'eu' : 'com'}`
  const key = { 'idempotency-key': label }
  let id: number | undefined

  const shown = () => reseller.done('GET', `/v1/domains/${id}`)
  const isQuiet = async () => (await books().unfinished(name)).length === 0
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

  const registerElsewhere = async () => {
    const rival = await platform.rival()
    const code = await rival.register(name, RIVAL_CODE)
    rival.close()
    if (code !== 1000) throw new Error(`${name} is not registered elsewhere`)
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
      await registerElsewhere()
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
