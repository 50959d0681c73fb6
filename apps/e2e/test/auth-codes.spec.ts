import { routes } from '@nameyard/contracts/operations'
import { authCodePaths } from '@nameyard/contracts/primitives/auth-code'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type HttpResponse, type InProcess } from './in-process'
import { startTraces } from './traces'

const password = 'correct horse battery'

let platform: InProcess
/** One account with a token of all rights, and one without `transfer-codes`. */
let all: Ask
let blind: Ask
let handle: string

const refused = { status: 403, json: { code: 4002, desc: 'The token lacks the scope transfer-codes.' } }

beforeAll(async () => {
  platform = await startInProcess({ worker: { REGISTRY_POLL_MS: '200' } })
  all = await platform.open('registrant')
  const credentials = { username: 'registrant', password, scope: ['read', 'write', 'purchase'] }
  const { json } = await platform.ask('POST', '/v1/auth/login', { body: credentials })
  const authorization = `Bearer ${json.data.token}`
  blind = (method, path, sent = {}) =>
    platform.ask(method, path, { ...sent, headers: { authorization, ...sent.headers } })
  ;({ handle } = (await all('POST', '/v1/customers', { body: person })).json.data)
})
afterAll(() => platform?.close())

let names = 0
const newName = () => `code-${(names += 1)}.com`

async function register(ask: Ask, over: object = {}): Promise<HttpResponse> {
  return ask('POST', '/v1/domains', { body: { ...order(newName(), handle), ...over } })
}

const idOf = async () => (await register(all)).json.data.id as number

/** Returns the codes at a path of an answer, in the order of their appearance. */
function codesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value]
  if (typeof value !== 'object' || value === null) return []
  if (step === '[]') return (value as unknown[]).flatMap((each) => codesAt(each, rest))
  return step in value ? codesAt(value[step as never], rest) : []
}

const withCodes = routes.filter(({ result }) => authCodePaths(result).length > 0)

/** A request of each operation with auth codes in its answer; `refused` for those that only serve codes. */
const requests: Record<string, ((ask: Ask) => Promise<HttpResponse>) | 'refused'> = {
  'domains.create': (ask) => register(ask, { additional_data: { auth_code: 'Additional-1' } }),
  'domains.transfer': async (ask) => {
    const { domain, owner_handle } = order('inside.com', handle)
    return ask('POST', '/v1/domains/transfer', { body: { domain, owner_handle, auth_code: await soldCode() } })
  },
  'domains.get': async (ask) => ask('GET', `/v1/domains/${await idOf()}?with_additional_data=1&with_history=1`),
  'domains.list': async (ask) => ask('GET', `/v1/domains?full_name=${await nameOf()}`),
  'domains.get-authcode': 'refused',
  'domains.reset-authcode': 'refused',
}

/** Registers a name in another account, and returns its code for a move between accounts. */
async function soldCode(): Promise<string> {
  const seller = await platform.open(`seller-${(names += 1)}`)
  const { json } = await seller('POST', '/v1/customers', { body: person })
  const { id } = (await seller('POST', '/v1/domains', { body: order('inside.com', json.data.handle as string) })).json
    .data
  await seller('PUT', `/v1/domains/${id}`, { body: { is_locked: false } })
  const { auth_code } = (await seller('GET', `/v1/domains/${id}/authcode?auth_code_type=internal`)).json.data
  return auth_code as string
}

async function nameOf(): Promise<string> {
  await idOf()
  return `code-${names}.com`
}

it('covers every operation whose answer has an auth code', () => {
  expect(withCodes.map(({ id }) => id).toSorted()).toEqual(Object.keys(requests).toSorted())
})

it.each(withCodes.map((operation) => [operation.id, operation] as const))(
  'a token without transfer-codes gets no auth code from %s',
  async (id, { method, path, result }) => {
    const request = requests[id]!
    if (request === 'refused') {
      const answer = await blind(
        method,
        path.replace(':id', String(await idOf())),
        method === 'GET' ? {} : { body: {} },
      )
      return expect(answer).toMatchObject(refused)
    }
    const answer = await request(blind)
    expect(answer).toMatchObject({ status: 200 })
    const codes = authCodePaths(result).flatMap((each) => codesAt(answer.json.data, each))
    expect(codes.length).toBeGreaterThan(0)
    expect(new Set(codes)).toEqual(new Set(['']))
  },
)

it.each(['domains.create', 'domains.get', 'domains.list'])(
  'a login with the default scope gets codes from %s',
  async (id) => {
    const { json } = await (requests[id] as (ask: Ask) => Promise<HttpResponse>)(all)
    const operation = withCodes.find((each) => each.id === id)!
    const codes = authCodePaths(operation.result).flatMap((each) => codesAt(json.data, each))
    expect(codes).toContainEqual(expect.stringMatching(/^.{8,}$/))
  },
)

it('a repeated request shows no code of its first answer to a token without transfer-codes', async () => {
  const sent = { body: order(newName(), handle), headers: { 'idempotency-key': 'one order, two tokens' } }
  const first = await all('POST', '/v1/domains', sent)
  expect(first.json.data.auth_code).toMatch(/^.{8,}$/)
  const repeated = await blind('POST', '/v1/domains', sent)
  expect(repeated.headers['idempotency-replayed']).toBe('true')
  expect(repeated.json.data).toEqual({ ...first.json.data, auth_code: '' })
})

it('no history and no EPP transcript contains a code, whatever the token', async () => {
  const { id, auth_code } = (await register(all)).json.data
  const { text } = await blind('GET', `/v1/domains/${id}?with_api_history=1&with_history=1`)
  expect(text).toContain('domain:create')
  expect(text).not.toContain(auth_code)
})

it('a token without transfer-codes cannot set, reset, read or use an auth code', async () => {
  const id = await idOf()
  for (const body of [{ reset_auth_code: true }, { auth_code: 'Known-to-me-1' }]) {
    expect(await blind('PUT', `/v1/domains/${id}`, { body })).toMatchObject(refused)
    expect(await all('PUT', `/v1/domains/${id}`, { body })).toMatchObject({ status: 200 })
  }
  for (const body of [{}, { approve: 1 }, { approve: 0, auth_code: 'A guess' }]) {
    expect(await blind('POST', `/v1/domains/${id}/transfer/approve`, { body })).toMatchObject(refused)
  }
  // The refusal of a transfer needs no code: the answer is that no transfer is pending.
  const { status } = await blind('POST', `/v1/domains/${id}/transfer/approve`, { body: { approve: 0 } })
  expect(status).toBe(409)
})

it('a domain sent back as a token without transfer-codes read it does not change', async () => {
  const id = await idOf()
  const read = (await blind('GET', `/v1/domains/${id}`)).json.data
  expect(await blind('PUT', `/v1/domains/${id}`, { body: read })).toMatchObject({ status: 200 })
  expect((await all('GET', `/v1/domains/${id}`)).json.data.auth_code).toMatch(/^.{8,}$/)
})

it('a token without transfer-codes cannot let a contact log in, who would have the right', async () => {
  const contact = { ...person, username: 'accomplice', password, role: 'tech', api_access_enabled: true }
  expect(await blind('POST', '/v1/contacts', { body: contact })).toMatchObject(refused)
})

it('no table and no message contains a code that was created, chosen, reset, sent, spent or mistaken', async () => {
  const traces = await startTraces(platform.databaseUrl, platform.amqpUrl)
  const rival = await platform.rival()
  const done = async (method: string, path: string, body?: object, headers = {}) => {
    const { status, json, text } = await all(method, path, { ...(body && { body }), headers })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const read = (id: number) => done('GET', `/v1/domains/${id}?with_additional_data=1`)
  const chosen = (what: string) => `${what}Code7x9Z`

  const additional_data = { auth_code: chosen('Additional') }
  const first = { ...order('sealed.com', handle), auth_code: chosen('Created'), additional_data }
  const { id } = await done('POST', '/v1/domains', first, { 'idempotency-key': 'sealed' })
  expect(await read(id)).toMatchObject({ auth_code: chosen('Created') })
  expect(await done('POST', '/v1/domains', first, { 'idempotency-key': 'sealed' })).toMatchObject({ id })
  await done('PUT', `/v1/domains/${id}`, { auth_code: chosen('Chosen'), is_locked: false })
  expect(await done('GET', `/v1/domains/${id}/authcode`)).toMatchObject({ auth_code: chosen('Chosen') })
  const { auth_code: reset } = await done('POST', `/v1/domains/${id}/authcode/reset`, {})
  expect(await platform.sandbox.domain('sealed.com')).toMatchObject({ name: 'sealed.com' })
  const internal = (await done('GET', `/v1/domains/${id}/authcode?auth_code_type=internal`)).auth_code

  const { domain, owner_handle } = order('incoming.nl', handle)
  await platform.sandbox.registerElsewhere('incoming.nl', chosen('Incoming'))
  const wrong = { domain, owner_handle, auth_code: chosen('Mistaken') }
  expect(await all('POST', '/v1/domains/transfer', { body: wrong })).toMatchObject({ status: 400, json: { code: 318 } })
  const [failed] = (await done('GET', '/v1/domains?full_name=incoming.nl')).results
  await done('POST', `/v1/domains/${failed.id}/last-operation/restart`, { auth_code: chosen('Incoming') })
  const { auth_code: own } = await eventually(async () => {
    const shown = await read(failed.id)
    return shown.status === 'ACT' && shown
  }, 'the domain transferred in')
  expect([chosen('Incoming'), chosen('Mistaken')]).not.toContain(own)

  await rival.register('pending.com', chosen('Pending'))
  const pending = { ...order('pending.com', handle), auth_code: chosen('Pending') }
  expect(await done('POST', '/v1/domains/transfer', pending)).toMatchObject({ status: 'REQ' })

  expect(await rival.requestTransfer('sealed.com', reset)).toBe(1001)
  await eventually(async () => (await read(id)).transfer_out_pending === true, 'the transfer out')
  await done('POST', `/v1/domains/${id}/transfer/approve`, { approve: 1, auth_code: reset })
  const gone = await eventually(
    async () => (await done('GET', '/v1/domains?is_deleted=1&full_name=sealed.com')).results[0],
    'the domain transferred away',
  )
  expect(gone).toMatchObject({ auth_code: '', internal_auth_code: '0' })

  const codes = ['Additional', 'Created', 'Chosen', 'Incoming', 'Mistaken', 'Pending'].map(chosen)
  expect(await traces.of([...codes, reset, internal, own])).toEqual([])
  expect(await traces.of(['sealed.com', 'incoming.nl'])).toEqual(
    expect.arrayContaining(['domains.domain', 'registry_worker.operation', 'broker']),
  )
  rival.close()
  await traces.close()
})
