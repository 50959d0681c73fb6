import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { setTldRules } from '@nameyard/contracts/domains/set-tld-rules'
import { resumeRegistryAccount } from '@nameyard/contracts/registry/resume-account'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type InProcess } from './in-process'

const DAY = 86_400

/** Auth code of the names that another registrar holds. */
const RIVAL_CODE = 'Rival-0ne-Code'

let platform: InProcess
let sql: Client

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  const { rpc, call } = platform.operator
  const rules = { transfer: { isAuthorizedByRegistrant: true } }
  const effectiveFrom = '2020-02-01T00:00:00.000Z'
  await rpc.call(setTldRules, { operator: 'test', extension: 'com', effectiveFrom, rules }, call())
})
afterAll(async () => {
  await sql?.end()
  await platform?.close()
})

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

/** Creates an account with 1000 euros and a customer with its own address, and logs in. */
async function account(username: string) {
  const ask = await platform.open(username)
  const answerOf = async (method: string, path: string, body?: object): Promise<[number, number, Data]> => {
    const { status, json } = await ask(method, path, { body })
    return [status, json.code, json.data]
  }
  const done = async (method: string, path: string, body?: object): Promise<Data> => {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const email = `${username}-holder@example.com`
  const { handle } = await done('POST', '/v1/customers', { ...person, email })
  const read = (id: number) => done('GET', `/v1/domains/${id}`)
  /** Returns the captured and reserved cents. */
  const spent = async (): Promise<[captured: number, reserved: number]> => {
    const { balance, reserved_balance } = await done('GET', '/v1/resellers')
    const cents = (amount: number) => Math.round(amount * 100)
    return [100_000 - cents(balance) - cents(reserved_balance), cents(reserved_balance)]
  }
  return {
    answerOf,
    done,
    handle,
    email,
    read,
    /** Orders the transfer of a name of the other registrar. */
    async transfer(name: string, over: object = { auth_code: RIVAL_CODE }): Promise<{ id: number; status: string }> {
      await platform.sandbox.registerElsewhere(name, RIVAL_CODE)
      const { domain, owner_handle } = order(name, handle)
      return done('POST', '/v1/domains/transfer', { domain, owner_handle, ...over })
    },
    spent,
    /** Waits until no order has credit reserved: reservations are captured or released after the answer. Returns the captured cents. */
    paid: () =>
      eventually(async () => {
        const [captured, reserved] = await spent()
        return reserved === 0 && captured
      }, 'every reservation captured or released'),
    statusIs: (id: number, status: string) =>
      eventually(async () => (await read(id)).status === status, `domain ${id} ${status}`),
    /** Moves the clock by days and runs everything that is due. */
    async pass(days: number): Promise<void> {
      let moved = await done('POST', '/v1/sandbox/clock/advance', { seconds: days * DAY })
      while (!moved.is_done) moved = await done('POST', '/v1/sandbox/clock/advance', { until: moved.until })
    },
  }
}

/** Returns the links mailed to an address, when there are this many, in any order. Mails about events have none. */
const linksTo = (email: string, mails = 1): Promise<string[]> =>
  eventually(async () => {
    const files = (await readdir(platform.mails)).filter((file) => file.endsWith('.eml'))
    const texts = await Promise.all(files.map((file) => readFile(join(platform.mails, file), 'utf8')))
    const found = texts
      .filter((text) => text.includes(`\r\nTo: ${email}\r\n`))
      .flatMap((text) => /\/authorize\/[\w-]+/.exec(text.replaceAll('=\r\n', ''))?.[0] ?? [])
    return found.length === mails && found
  }, `${mails} links mailed to ${email}`)

const open = async (link: string, language = 'en') => {
  const response = await fetch(new URL(link, platform.url), { headers: { 'accept-language': language } })
  return [response.status, await response.text()] as const
}
const answer = async (link: string, form: Record<string, string>) => {
  const response = await fetch(new URL(link, platform.url), { method: 'POST', body: new URLSearchParams(form) })
  return [response.status, await response.text()] as const
}

describe('a transfer that the registrant must authorize', () => {
  it('waits with a reserved price and continues when the registrant authorizes it', async () => {
    const { transfer, read, email, spent, statusIs, pass } = await account('willing')
    const { id, status } = await transfer('willing.com')
    expect(status).toBe('PEN')
    expect(await spent()).toEqual([0, 1079])
    const [link] = (await linksTo(email)) as [string]
    expect(await open(link)).toEqual([200, expect.stringContaining('Transfer willing.com?')])
    expect(await open(link, 'nl-NL,nl;q=0.9')).toEqual([200, expect.stringContaining('<html lang="nl">')])
    expect(await read(id)).toMatchObject({ status: 'PEN' })
    expect(await answer(link, {})).toEqual([400, expect.stringContaining('Transfer willing.com?')])
    expect(await answer(link, { answer: 'yes' })).toEqual([200, expect.stringContaining('continues')])
    await statusIs(id, 'REQ')
    expect((await open(link))[0]).toBe(404)
    expect((await answer(link, { answer: 'no' }))[0]).toBe(404)
    await pass(6)
    expect(await read(id)).toMatchObject({ status: 'ACT', type: 'TRANSFER' })
    expect(await spent()).toEqual([1079, 0])
  })

  it('is cancelled when the registrant rejects it, and can be ordered again', async () => {
    const { transfer, done, email, spent, statusIs } = await account('unwilling')
    const { id } = await transfer('unwilling.com')
    const [link] = (await linksTo(email)) as [string]
    expect(await answer(link, { answer: 'no' })).toEqual([200, expect.stringContaining('will not be transferred')])
    await statusIs(id, 'FAI')
    await eventually(async () => (await spent())[1] === 0, 'the released reservation')
    await done('POST', `/v1/domains/${id}/last-operation/restart`, {})
    await statusIs(id, 'PEN')
    expect(await spent()).toEqual([0, 1079])
    const again = (await linksTo(email, 2)).find((each) => each !== link)!
    expect(await answer(again, { answer: 'yes' })).toEqual([200, expect.any(String)])
    await statusIs(id, 'REQ')
  })

  it('is mailed again by send-foa1, with a link that invalidates the first one', async () => {
    const { transfer, answerOf, done, email, spent, statusIs } = await account('reminded')
    const { id } = await transfer('reminded.com')
    const [link] = (await linksTo(email)) as [string]
    expect(await done('POST', `/v1/domains/${id}/transfer/send-foa1`, {})).toEqual({ success: true })
    const [again] = (await linksTo(email, 2)).filter((each) => each !== link)
    expect((await open(link))[0]).toBe(404)
    expect((await open(again!))[0]).toBe(200)
    const timeline = await done('GET', `/v1/domains/${id}/timeline`)
    expect(timeline).toMatchObject({ events: [{ event: 'order_given_up', status: 'FAI' }] })
    expect(timeline.actions).toContainEqual(expect.objectContaining({ operation: 'domains.send-foa' }))
    const operations = await done('GET', `/v1/domains/${id}/operations`)
    expect(operations.results).toMatchObject([{ purpose: 'transfer', state: 'queued', waits_for: 'authorization' }])
    for (let mails = 3; mails <= 5; mails++) await done('POST', `/v1/domains/${id}/transfer/send-foa1`, {})
    expect((await answerOf('POST', `/v1/domains/${id}/transfer/send-foa1`, {})).slice(0, 2)).toEqual([429, 50])
    await done('DELETE', `/v1/domains/${id}`)
    await statusIs(id, 'FAI')
    await eventually(async () => (await spent())[1] === 0, 'the released reservation')
    expect((await open(again!))[0]).toBe(404)
    expect((await answerOf('POST', `/v1/domains/${id}/transfer/send-foa1`, {})).slice(0, 2)).toEqual([409, 354])
  })

  it('is cancelled after four weeks without an answer', async () => {
    const { transfer, read, email, spent, pass } = await account('silent')
    const { id } = await transfer('silent.com')
    const [link] = (await linksTo(email)) as [string]
    await pass(27)
    expect(await read(id)).toMatchObject({ status: 'PEN' })
    await pass(2)
    expect(await read(id)).toMatchObject({ status: 'FAI' })
    expect(await spent()).toEqual([0, 0])
    expect((await open(link))[0]).toBe(404)
  })

  it('is mailed on its scheduled day', async () => {
    const { transfer, done, read, email, spent, paid, pass, handle } = await account('planner')
    const { id: today } = await done('POST', '/v1/domains', order('planner-today.nl', handle))
    const now = new Date(`${(await read(today)).order_date.replace(' ', 'T')}Z`)
    const at = new Date(now.getTime() + 3 * DAY * 1000).toISOString().slice(0, 10)
    const captured = await paid()
    const { id, status } = await transfer('planner.com', { auth_code: RIVAL_CODE, at })
    expect(status).toBe('SCH')
    await pass(4)
    expect(await read(id)).toMatchObject({ status: 'PEN' })
    expect(await spent()).toEqual([captured, 1079])
    const [link] = (await linksTo(email)) as [string]
    expect((await answer(link, { answer: 'yes' }))[0]).toBe(200)
    await pass(6)
    expect(await read(id)).toMatchObject({ status: 'ACT' })
  })
})

it('a transfer waits for an auth code that only the registrant knows', async () => {
  const { transfer, email, statusIs, spent } = await account('keyless')
  const { id, status } = await transfer('keyless.eu', {})
  expect(status).toBe('PEN')
  const [link] = (await linksTo(email)) as [string]
  expect(await open(link)).toEqual([200, expect.stringContaining('name="code"')])
  expect((await answer(link, { answer: 'yes', code: ' ' }))[0]).toBe(400)
  expect((await answer(link, { answer: 'yes', code: RIVAL_CODE }))[0]).toBe(200)
  await statusIs(id, 'ACT')
  await eventually(async () => (await spent())[1] === 0, 'the captured reservation')
})

describe('an order that the registry answers with billing failure (2104)', () => {
  const NO_MONEY = 2104
  const resume = () =>
    platform.operator.rpc.call(
      resumeRegistryAccount,
      { operator: 'test', account: 'sandbox' },
      platform.operator.call(),
    )
  afterEach(resume)

  it('waits until an operator has solved the problem', async () => {
    const { done, answerOf, statusIs, handle, spent } = await account('patient')
    await platform.sandbox.answer('domain:create', 'patient.com', NO_MONEY)
    const { id, status } = await done('POST', '/v1/domains', order('patient.com', handle))
    expect(status).toBe('PEN')
    expect(await spent()).toEqual([0, 1079])
    expect((await answerOf('POST', `/v1/domains/${id}/transfer/send-foa1`, {})).slice(0, 2)).toEqual([409, 354])
    await resume()
    await statusIs(id, 'ACT')
    await eventually(async () => (await spent())[1] === 0, 'the captured reservation')
  })

  it('is released when the account cancels it', async () => {
    const { done, statusIs, handle, spent } = await account('hasty')
    await platform.sandbox.answer('domain:create', 'hasty.com', NO_MONEY)
    const { id } = await done('POST', '/v1/domains', order('hasty.com', handle))
    await statusIs(id, 'PEN')
    expect(await done('DELETE', `/v1/domains/${id}`)).toMatchObject({ status: 'FAI' })
    await eventually(async () => (await spent())[1] === 0, 'the released reservation')
    await resume()
    const operations = await done('GET', `/v1/domains/${id}/operations`)
    expect(operations.results).toMatchObject([
      { state: 'failed', reason: { text: expect.stringContaining('cancelled') } },
    ])
  })
})

it('no test of this file causes an unknown transition of a domain', async () => {
  const { rows } = await sql.query('select phase, event, domain, registry from domains.lifecycle_violation')
  expect(rows).toEqual([])
})
