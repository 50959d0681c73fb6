import { Client } from 'pg'
import { listRegistryAccounts } from '@nameyard/contracts/registry/list-accounts'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { confirmAddresses } from '../src/verification-links'
import { startInProcess, type InProcess } from './in-process'

const DAY = 86_400

/** Auth code of the names that another registrar holds at the sandbox registry from the start. */
const RIVAL_CODE = 'Rival-0ne-Code'

let platform: InProcess

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
})
afterAll(() => platform?.close())

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

/** Opens an account with a balance in euros and a customer, who confirms the address by default, and logs in. */
async function account(username: string, euros = '1000', isConfirmed = true) {
  const ask = await platform.open(username, euros)
  const done = async (method: string, path: string, body?: object): Promise<Data> => {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const email = `${username}@example.com`
  const { handle } = await done('POST', '/v1/customers', { ...person, email })
  if (isConfirmed) {
    await done('POST', '/v1/customers/verifications/emails/start', { email, handle })
    await confirmAddresses(platform, [email])
  }
  return {
    done,
    handle,
    read: (id: number) => done('GET', `/v1/domains/${id}`),
    transfer: (name: string, over: object = {}) => {
      const { domain, owner_handle } = order(name, handle)
      return done('POST', '/v1/domains/transfer', { domain, owner_handle, auth_code: RIVAL_CODE, ...over })
    },
    /** Returns the captured and the reserved cents. */
    async spent() {
      const { balance, reserved_balance } = await done('GET', '/v1/resellers')
      const cents = (amount: number) => Math.round(amount * 100)
      return [cents(Number(euros)) - cents(balance) - cents(reserved_balance), cents(reserved_balance)]
    },
    /** Advances the clock by days, and runs everything that is due. Returns how often the clock stopped for that. */
    async pass(days: number): Promise<number> {
      let moved = await done('POST', '/v1/sandbox/clock/advance', { seconds: days * DAY })
      let { steps } = moved
      while (!moved.is_done) {
        moved = await done('POST', '/v1/sandbox/clock/advance', { until: moved.until })
        steps += moved.steps
      }
      return steps
    },
  }
}

it('a .com transfer without an objection completes after five days, adds a year, and is charged', async () => {
  const { transfer, read, pass, spent } = await account('patient')
  const { id, status } = await transfer('taken.com')
  expect(status).toBe('REQ')
  await pass(4)
  expect(await read(id)).toMatchObject({ status: 'REQ' })
  expect(await spent()).toEqual([0, 1079])
  await pass(2)
  const here = await read(id)
  expect(here).toMatchObject({ status: 'ACT', type: 'TRANSFER', is_locked: true })
  expect(here.expiration_date > '2028').toBe(true)
  expect(await spent()).toEqual([1079, 0])
  const [asked] = await platform.sandbox.taken('taken.com', 'domain:transfer')
  expect(asked?.request).toContain('<domain:period unit="y">1</domain:period>')
})

it('a cancelled transfer costs nothing', async () => {
  const { transfer, read, done, pass, spent } = await account('hesitant')
  const { id } = await transfer('rival.com')
  await done('DELETE', `/v1/domains/${id}`)
  await pass(1)
  expect(await read(id)).toMatchObject({ status: 'FAI' })
  expect(await spent()).toEqual([0, 0])
})

it('a scheduled transfer starts on its day, not before', async () => {
  const { transfer, read, pass, spent, done, handle } = await account('planning')
  const { id: first } = await done('POST', '/v1/domains', order('today.nl', handle))
  const today = new Date(`${(await read(first)).order_date.replace(' ', 'T')}Z`)
  const day = new Date(today.getTime() + 10 * DAY * 1000).toISOString().slice(0, 10)
  const { id, status } = await transfer('occupied.nl', { at: day })
  expect(status).toBe('SCH')
  await pass(8)
  expect(await read(id)).toMatchObject({ status: 'SCH' })
  await pass(3)
  expect(await read(id)).toMatchObject({ status: 'ACT' })
  expect((await spent())[1]).toBe(0)
  // The registry of .nl adds no year to a transfer.
  const [asked] = await platform.sandbox.taken('occupied.nl', 'domain:transfer')
  expect(asked?.request).not.toContain('period')
})

it('a transfer without a poll message completes when the registry shows it, without hourly stops of the clock', async () => {
  const { transfer, read, pass } = await account('unheard')
  const { id } = await transfer('rival.net')
  await platform.sandbox.misbehave({ kind: 'suppress-poll', registrar: 'nameyard', times: 100 })
  const steps = await pass(6)
  await platform.sandbox.removeFaults()
  expect(await read(id)).toMatchObject({ status: 'ACT' })
  expect(steps).toBeLessThan(30)
})

it('a deleted .com is restored from its redemption period, for the restore price', async () => {
  const { done, read, pass, spent, handle } = await account('regretful')
  const { id } = await done('POST', '/v1/domains', order('regretted.com', handle))
  await pass(10)
  await done('DELETE', `/v1/domains/${id}?skip_soft_quarantine=1`)
  await pass(1)
  expect(await read(id)).toMatchObject({ status: 'DEL', delete_status: 'quarantine' })
  await done('POST', `/v1/domains/${id}/restore`, {})
  await pass(1)
  expect(await read(id)).toMatchObject({ status: 'ACT', delete_status: 'none' })
  expect(await spent()).toEqual([1079 + 7900, 0])
})

it('no test of this file causes an unknown transition of a domain', async () => {
  const sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  const { rows } = await sql.query('select phase, event, domain, registry from domains.lifecycle_violation')
  await sql.end()
  expect(rows).toEqual([])
})

describe('a domain whose registry refuses the desired state', () => {
  const RESTART = 'last-operation/restart'
  const refused = (name: string) => platform.sandbox.attempts(name, 'domain:update')

  it('is suspended anyway, and the API shows the state at the registry', async () => {
    const { transfer, read, pass } = await account('unverified', '1000', false)
    const unknownHosts = [{ name: 'ns1.nowhere-at-all.com' }, { name: 'ns2.nowhere-at-all.com' }]
    const { id } = await transfer('occupied.com', { name_servers: unknownHosts })
    await pass(6)
    expect(await read(id)).toMatchObject({ status: 'ACT', is_client_hold_enabled: 'no' })
    await pass(16)
    expect((await platform.sandbox.domain('occupied.com'))?.setStatuses).toContain('clientHold')
    const shown = await read(id)
    expect(shown).toMatchObject({
      is_client_hold_enabled: 'yes',
      registry_refusal: { reason: expect.stringContaining('ns1.nowhere-at-all.com'), times: expect.any(Number) },
    })
    const requests = await platform.sandbox.requests('occupied.com', 'domain:update')
    const hold = requests.find((each) => each.includes('clientHold'))!
    expect(hold).not.toMatch(/hostObj|clientTransferProhibited/)
  })

  it('is retried three times, then only on request, and the clock advances as quickly as before', async () => {
    const { transfer, read, pass, done } = await account('refused')
    const name = 'occupied.net'
    const { id } = await transfer(name, { name_servers: [{ name: 'ns1.else.example' }, { name: 'ns2.else.example' }] })
    const fault = { kind: 'inject-code', command: 'domain:update', object: name, code: 2303, times: 1_000_000 }
    await platform.sandbox.misbehave(fault)
    await pass(6)
    expect(await read(id)).toMatchObject({ status: 'ACT' })
    for (let day = 0; day < 4; day++) await pass(2)
    const { registry_refusal } = await read(id)
    expect(registry_refusal).toMatchObject({ times: 3, is_tried_again: false })
    expect(registry_refusal.reason).toContain('Object does not exist')
    const { accounts } = await platform.operator.rpc.call(listRegistryAccounts, {}, platform.operator.call())
    const alarms = accounts.flatMap((each) => each.alarms.map(({ kind, text }) => `${kind} ${text}`))
    expect(alarms.filter((each) => each.startsWith('refusal') && each.includes(name))).toHaveLength(1)
    const before = await refused(name)
    let steps = 0
    for (let day = 0; day < 8; day++) steps += await pass(2)
    expect(steps).toBeLessThan(30)
    expect(await refused(name)).toBe(before)

    await done('POST', `/v1/domains/${id}/${RESTART}`, {})
    await eventually(async () => (await refused(name)) > before, 'another attempt')
    await platform.sandbox.removeFaults()
    await eventually(async () => {
      await done('POST', `/v1/domains/${id}/${RESTART}`, {}).catch(() => undefined)
      return (await read(id)).registry_refusal === undefined
    }, 'a domain without a refusal of the registry')
    const { hosts } = (await platform.sandbox.domain(name))!
    expect(hosts).toEqual(['ns1.else.example', 'ns2.else.example'])
  })
})
