import { Client } from 'pg'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { tablesWith } from './tables-with'

/** Auth codes at rest: no table of any service has one in the clear. */

const GIVEN = 'Qz7-Given-c0de!'
const RIVAL = 'Rival-0ne-Code'
const WRONG = 'Wr0ng-Qz7-Code'

let platform: InProcess
let sql: Client
let account: Ask
let handle: string

beforeAll(async () => {
  platform = await startInProcess()
  account = await platform.open('codes', '1000')
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  ;({ handle } = await done('POST', '/v1/customers', person))
})
afterAll(async () => {
  await sql?.end()
  await platform?.close()
})

const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await account(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
const sealed = async (id: number) =>
  (
    await sql.query<{ codes: string }>(
      'select auth_code || transfer_code || internal_auth_code as codes from domains.domain where id = $1',
      [id],
    )
  ).rows[0]!.codes

it('finds a text in any table, so that the next tests can fail', async () => {
  expect(await tablesWith(sql, person.email)).toContain('customers.customer')
})

it('stores no code of an order, of a change, of a reset or between accounts in the clear', async () => {
  const { id } = await done('POST', '/v1/domains', order('stored-code.com', handle))
  const codes = [(await done('GET', `/v1/domains/${id}/authcode`)).auth_code as string]
  await done('PUT', `/v1/domains/${id}`, { auth_code: GIVEN })
  codes.push(GIVEN)
  codes.push((await done('POST', `/v1/domains/${id}/authcode/reset`, {})).auth_code)
  codes.push((await done('GET', `/v1/domains/${id}/authcode?auth_code_type=internal`)).auth_code)
  expect(codes.every((code) => code.length > 7)).toBe(true)
  expect(await sealed(id)).toMatch(/^sealed\./)
  for (const code of codes) expect({ code, tables: await tablesWith(sql, code) }).toEqual({ code, tables: [] })
})

it('stores no code of a transfer in the clear, and none when it has succeeded', async () => {
  const rival = await platform.rival()
  await rival.register('stored-wrong.com', RIVAL)
  rival.close()
  const transfer = (name: string, auth_code: string) => {
    const { domain, owner_handle } = order(name, handle)
    return account('POST', '/v1/domains/transfer', { body: { domain, owner_handle, auth_code } })
  }
  expect((await transfer('stored-wrong.com', WRONG)).status).toBeGreaterThan(399)
  const { id } = (await transfer('taken.nl', RIVAL)).json.data
  await eventually(async () => (await done('GET', `/v1/domains/${id}`)).status === 'ACT', 'the transferred domain')
  for (const code of [RIVAL, WRONG]) expect({ code, tables: await tablesWith(sql, code) }).toEqual({ code, tables: [] })
  // The failed order keeps its code sealed, because it can be restarted.
  const { rows } = await sql.query<{ codes: string }>(
    'select transfer_code as codes from domains.domain where id = $1',
    [id],
  )
  expect(rows).toEqual([{ codes: '' }])
})
