import { eventually } from '@nameyard/testing/eventually'
import type { Answered } from '../src/https-client'
import type { LedgerTables } from '../src/ledger-tables'
import { order, type Reseller } from '../src/reseller'
import type { Ask, InProcess } from './in-process'
import type { Ordered } from './upstream-faults-table'

/** Auth code of the names that another registrar holds. */
const RIVAL_CODE = 'Rival-0ne-Code'

/** The extension of each order; the registry of .eu carries out transfers at once. */
const extensions: Partial<Record<Ordered, string>> = { transfer: 'eu', trade: 'sandbox' }

/** Days after which a name is out of its add grace period, within which a delete purges it at once (RFC 3915). */
const ADDED_DAYS = 10

/** An order at the installation that resells, and what it must do at the other one. */
export interface Placed {
  readonly name: string
  place(): Promise<Answered>
  /** Whether both installations show the result. */
  isDone(): Promise<boolean>
  /** The command of the other installation to its registry. */
  readonly command: string
  /** What its request contains, where the command does not say enough. */
  readonly request?: string
  /** What the account at the other installation is charged for; absent: nothing. */
  readonly action?: string
}

interface Stage {
  readonly upper: InProcess
  /** The account at the other installation. */
  readonly account: Ask
  readonly reseller: Reseller
  readonly handle: () => Promise<string>
  readonly ledger: LedgerTables
  /** Makes the reselling installation read a name at the other one. */
  readonly look: (name: string) => Promise<void>
}

const servers = {
  ns_group: undefined,
  name_servers: [{ name: 'ns1.nameserver.example' }, { name: 'ns2.nameserver.example' }],
}

/** The newest domain of a name among those that an installation lists. */
export const newest = (results: readonly { readonly status: string }[]): Record<string, unknown> | undefined =>
  (results.find(({ status }) => status !== 'FAI') ?? results[0]) as Record<string, unknown> | undefined

/** Brings a name into the state that the order needs. */
export async function prepare(ordered: Ordered, label: string, stage: Stage): Promise<Placed> {
  const { upper, account, reseller, handle, ledger, look } = stage
  const name = `${label}.${extensions[ordered] ?? 'org'}`
  const key = { 'idempotency-key': label }
  const here = async () => newest((await reseller.done('GET', `/v1/domains?full_name=${name}`)).results)
  const there = async () => newest((await account('GET', `/v1/domains?full_name=${name}`)).json.data.results)
  const hasLeft = async (list: (path: string) => Promise<readonly { readonly status: string }[]>) =>
    newest(await list(`/v1/domains?full_name=${name}&is_deleted=true`))?.delete_status === 'transferred'
  const both = async (are: (domain: Record<string, unknown>) => boolean) => {
    const [own, theirs] = [await here(), await there()]
    return own !== undefined && theirs !== undefined && are(own) && are(theirs)
  }
  const isQuiet = async () => (await ledger.unfinished(name)).length === 0
  const isActive = ({ status }: Record<string, unknown>) => status === 'ACT'
  const register = async () => {
    const body = { ...order(name, await handle()), ...servers }
    const { id } = await reseller.done('POST', '/v1/domains', body)
    await eventually(async () => (await both(isActive)) && (await isQuiet()), `${name} registered`)
    return id as number
  }
  const placing = (method: string, path: string, body?: object) => () => reseller.ask(method, path, body, key)

  switch (ordered) {
    case 'create': {
      const body = { ...order(name, await handle()), ...servers }
      return {
        name,
        place: placing('POST', '/v1/domains', body),
        isDone: () => both(isActive),
        command: 'domain:create',
        action: 'create',
      }
    }
    case 'renew': {
      const id = await register()
      const { expiration_date: before } = (await here()) as { expiration_date: string }
      const year = String(Number(before.slice(0, 4)) + 1)
      return {
        name,
        place: placing('POST', `/v1/domains/${id}/renew`, { period: 1 }),
        isDone: () => both(({ expiration_date: date }) => String(date).startsWith(year)),
        command: 'domain:renew',
        action: 'renew',
      }
    }
    case 'update': {
      const id = await register()
      const locked = !(await here())!.is_locked
      return {
        name,
        place: placing('PUT', `/v1/domains/${id}`, { is_locked: locked }),
        isDone: () => both(({ is_locked: is }) => is === locked),
        command: 'domain:update',
      }
    }
    case 'transfer': {
      await upper.sandbox.registerElsewhere(name, RIVAL_CODE)
      const { domain, owner_handle } = order(name, await handle())
      const body = { domain, owner_handle, auth_code: RIVAL_CODE, ...servers }
      return {
        name,
        place: placing('POST', '/v1/domains/transfer', body),
        isDone: () => both(isActive),
        command: 'domain:transfer',
        action: 'transfer',
      }
    }
    case 'trade': {
      await register()
      const before = (await there())!.owner_handle
      const { domain } = order(name, '')
      return {
        name,
        place: placing('POST', '/v1/domains/trade', { domain, owner_handle: await handle() }),
        isDone: async () => (await both(isActive)) && (await there())!.owner_handle !== before,
        command: 'domain:update',
        action: 'trade',
      }
    }
    case 'restore': {
      const id = await register()
      await upper.sandbox.age(name, ADDED_DAYS)
      await reseller.done('DELETE', `/v1/domains/${id}?skip_soft_quarantine=1`)
      const isGone = ({ delete_status: end }: Record<string, unknown>) => end === 'quarantine'
      await eventually(async () => (await both(isGone)) && (await isQuiet()), `${name} deleted`)
      return {
        name,
        place: placing('POST', `/v1/domains/${id}/restore`, {}),
        isDone: () => both((domain) => isActive(domain) && domain.delete_status === 'none'),
        command: 'domain:update',
        request: 'restore op="request"',
        action: 'restore',
      }
    }
    case 'approve':
    case 'reject': {
      const id = await register()
      // Another registrar requests the domain, and the reselling installation sees that.
      await upper.sandbox.requestElsewhere(name)
      await eventually(async () => (await there())?.transfer_out_pending === true, `${name} requested`)
      await look(name)
      await eventually(
        async () => (await here())?.transfer_out_pending === true && (await isQuiet()),
        `the request of ${name} seen`,
      )
      const isApproved = ordered === 'approve'
      const listed = (path: string) => reseller.done('GET', path).then(({ results }) => results)
      const listedThere = (path: string) => account('GET', path).then(({ json }) => json.data.results)
      const isStaying = (domain: Record<string, unknown>) => isActive(domain) && domain.transfer_out_pending === false
      return {
        name,
        place: placing('POST', `/v1/domains/${id}/transfer/approve`, { approve: isApproved }),
        isDone: async () => (isApproved ? (await hasLeft(listed)) && (await hasLeft(listedThere)) : both(isStaying)),
        command: 'domain:transfer',
        request: `op="${ordered}"`,
      }
    }
    case 'delete': {
      const id = await register()
      await upper.sandbox.age(name, ADDED_DAYS)
      return {
        name,
        place: placing('DELETE', `/v1/domains/${id}?skip_soft_quarantine=1`),
        isDone: () => both(({ delete_status: end }) => end === 'quarantine'),
        command: 'domain:delete',
      }
    }
  }
}
