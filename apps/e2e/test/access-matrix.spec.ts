import { hash } from 'node:crypto'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { Refusal } from '@nameyard/contracts/errors'
import { routes, type RoutedOperation } from '@nameyard/contracts/operations'
import { everyRight, isOpenTo } from '@nameyard/contracts/rights'
import { everyRole, type Role } from '@nameyard/contracts/roles'
import { Clock } from '@nameyard/runtime/clock'
import { eventually } from '@nameyard/testing/eventually'
import { testParty } from '@nameyard/testing/party'
import { person } from '../src/reseller'
import { startInProcess, type Ask, type HttpResponse, type InProcess } from './in-process'

/**
 * Every operation × each role, each scope, a key limited to another zone, and another account, from the list of operations.
 * The inputs are empty, so that an accepted request changes nothing; isolation.spec.ts and limited-keys.spec.ts send whole
 * ones with the objects of others.
 */

const password = 'correct horse battery'
const operations: readonly RoutedOperation[] = routes.filter(({ anonymous }) => !anonymous)
/** The operation that ends the session is tried last. */
const inOrder = [...operations].sort((one, other) => endsSession(one) - endsSession(other))

function endsSession({ id }: RoutedOperation): number {
  return id === 'access.logout' ? 1 : 0
}

let platform: InProcess
/** The administrator, with a key that no operation on sessions ends. */
let admin: Ask
/** Tokens of one contact of each role, by role. */
const tokens = new Map<Role, string>()

const withToken =
  (token: string): Ask =>
  (method, path, sent) =>
    platform.ask(method, path, { ...sent, headers: { ...sent?.headers, authorization: `Bearer ${token}` } })

async function tokenOf(username: string): Promise<string> {
  const { json, text } = await platform.ask('POST', '/v1/auth/login', { body: { username, password } })
  if (json.code !== 0) throw new Error(text)
  return json.data.token as unknown as string
}

const done = async (ask: Ask, method: string, path: string, body?: object) => {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

/** Adds a contact of a role to the account of the administrator. */
const add = (role: Role, username: string, by = admin) =>
  done(by, 'POST', '/v1/contacts', { ...person, username, password, role, api_access_enabled: true })

const logInAll = async () => {
  for (const role of everyRole) tokens.set(role, await tokenOf(role === 'admin' ? 'keeper' : `${role}-person`))
}

/** Waits until the gateway has asked again: it uses an answer for 0.7 seconds. */
const switchRoles = async (isEnforced: boolean) => {
  await done(admin, 'PUT', '/v1/auth/roles', { is_enforced: isEnforced })
  await eventually(async () => {
    const read = await Promise.all([...tokens.values()].map((token) => withToken(token)('GET', '/v1/auth/roles')))
    return read.every(({ json }) => json.data.is_enforced === isEnforced)
  }, 'the new setting')
}

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  const keeper = await platform.open('keeper')
  admin = withToken((await done(keeper, 'POST', '/v1/keys', { name: 'test', scope: everyRight })).key)
  for (const role of ['tech', 'billing', 'readonly'] as const) await add(role, `${role}-person`)
  await done(admin, 'POST', '/v1/dns/zones', {
    domain: { name: 'kept', extension: 'com' },
    type: 'master',
    records: [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }],
  })
  await logInAll()
})
afterAll(() => platform?.close())

const pathOf = ({ path }: RoutedOperation) =>
  path.replace(/:name$|:name(?=\/)/, 'kept.com').replaceAll(/:\w+/g, '999999')

const send = (ask: Ask, operation: RoutedOperation, body: object | string = {}): Promise<HttpResponse> => {
  const hasBody = operation.method === 'POST' || operation.method === 'PUT'
  return ask(operation.method, pathOf(operation), hasBody ? { body } : {})
}

const refusalOf = (role: Role, { roles }: RoutedOperation) =>
  `The role ${role} may not do this: ${roles.join(' or ')} may.`

describe.each([
  ['whose roles count', true],
  ['whose roles do not count', false],
])('in an account %s', (_, enforcesRoles) => {
  beforeAll(async () => {
    await logInAll()
    await switchRoles(enforcesRoles)
  })

  it.each(everyRole)('every operation is open or closed to the role %s as its declaration says', async (role) => {
    const ask = withToken(tokens.get(role)!)
    const wrong: unknown[] = []
    for (const operation of inOrder) {
      const isOpen = isOpenTo(operation, { role, enforcesRoles })
      // A gateway refuses before it reads the body, so it does not see that this is not JSON.
      const { status, json } = await send(ask, operation, isOpen ? {} : '{')
      const isRefused = status === 403 && json.code === 4002 && json.desc === refusalOf(role, operation)
      if (isRefused === isOpen || status >= 500) wrong.push({ id: operation.id, role, status, desc: json.desc })
    }
    expect(wrong).toEqual([])
  })
})

/** Asks each service directly for its operations, as a gateway that checks nothing would do. */
async function askServices(token: string, asked: readonly RoutedOperation[]): Promise<Map<string, string>> {
  const gateway = await testParty('gateway', { url: platform.amqpUrl, clock: new Clock() })
  const refusals = new Map<string, string>()
  for (const operation of asked) {
    const question = { tokenHash: hash('sha256', token, 'hex'), address: '127.0.0.1', audience: operation.service }
    const { statement } = await gateway.rpc.call(authenticate, question, gateway.call())
    const refusal = await gateway.rpc
      .call(operation as never, {} as never, { ...gateway.call(), statement })
      .catch((error: unknown) => (error instanceof Refusal ? error.message : String(error)))
    refusals.set(operation.id, refusal as string)
  }
  await gateway.close()
  return refusals
}

it('the services refuse a role, too, when a gateway does not', async () => {
  await logInAll()
  await switchRoles(true)
  const wrong: unknown[] = []
  for (const role of everyRole) {
    const closed = operations.filter((operation) => !isOpenTo(operation, { role, enforcesRoles: true }))
    const refusals = await askServices(tokens.get(role)!, closed)
    for (const operation of closed) {
      const refusal = refusals.get(operation.id)
      if (refusal !== refusalOf(role, operation)) wrong.push({ id: operation.id, role, refusal })
    }
  }
  expect(wrong).toEqual([])
})

it('the services refuse a key that lacks a right, too, when a gateway does not', async () => {
  const wrong: unknown[] = []
  for (const right of everyRight) {
    const scope = everyRight.filter((each) => each !== right)
    const { key } = await done(admin, 'POST', '/v1/keys', { name: `no ${right}`, scope })
    const closed = operations.filter(({ rights }) => rights.includes(right))
    for (const [id, refusal] of await askServices(key, closed))
      if (refusal !== `The token lacks the scope ${right}.`) wrong.push({ id, right, refusal })
  }
  expect(wrong).toEqual([])
})

it('every operation is refused to a key that lacks a right of the operation', async () => {
  const wrong: unknown[] = []
  for (const right of everyRight) {
    const scope = everyRight.filter((each) => each !== right)
    const lacking = withToken((await done(admin, 'POST', '/v1/keys', { name: right, scope })).key)
    for (const operation of operations.filter(({ rights }) => rights.includes(right))) {
      const { status, json } = await send(lacking, operation)
      const isRefused = status === 403 && json.code === 4002 && json.desc === `The token lacks the scope ${right}.`
      if (!isRefused) wrong.push({ id: operation.id, right, status, json })
    }
  }
  expect(wrong).toEqual([])
})

it('every operation is refused to a key that is limited to another zone, or names nothing of this one', async () => {
  const body = { name: 'other zone', scope: everyRight, zones: ['another.com'] }
  const limited = withToken((await done(admin, 'POST', '/v1/keys', body)).key)
  const wrong: unknown[] = []
  for (const operation of operations) {
    const { status, json, text } = await send(limited, operation)
    const isRefused = operation.admitsLimitedKeys
      ? status >= 400 || !text.includes('kept')
      : status === 403 && json.code === 4002 && /^The key is limited/.test(json.desc)
    if (!isRefused) wrong.push({ id: operation.id, status, json })
  }
  expect(wrong).toEqual([])
})

it('every operation of another account is refused for, or names nothing of, this one', async () => {
  const stranger = await platform.open('stranger')
  const wrong: unknown[] = []
  for (const operation of inOrder) {
    const { status, text } = await send(stranger, operation)
    // Anybody may try to prove control of a name that nobody holds here: the answer has nothing but the name.
    // A consumer of events has its name in its own account only.
    const isOpenToAll = operation.id === 'zones.request-proof' || operation.id.startsWith('event-consumers.')
    const namesObject = operation.path.includes(':') && !isOpenToAll
    const theirs = isOpenToAll ? /keeper/ : /kept|keeper/
    if ((namesObject && status === 200) || status >= 500 || (status === 200 && theirs.test(text)))
      wrong.push({ id: operation.id, status, text })
  }
  expect(wrong).toEqual([])
})

it('administrators alone decide about roles, and no key with a limit does', async () => {
  await logInAll()
  const body = { is_enforced: false }
  for (const role of ['tech', 'billing', 'readonly'] as const)
    expect(await withToken(tokens.get(role)!)('PUT', '/v1/auth/roles', { body })).toMatchObject({ status: 403 })
  const made = await done(admin, 'POST', '/v1/keys', { name: 'limited', scope: everyRight, unused_days: 9 })
  expect(await withToken(made.key)('PUT', '/v1/auth/roles', { body })).toMatchObject({
    status: 403,
    json: { code: 4002, desc: 'A key with limits may not manage keys, sessions or contacts.' },
  })
})

it('a role that is changed counts within a second, and nobody raises a role', async () => {
  await switchRoles(true)
  const { id } = await add('tech', 'changing')
  const own = withToken(await tokenOf('changing'))
  expect(await own('POST', '/v1/tags', { body: { key: 'customer', value: 'blue' } })).toMatchObject({ status: 200 })
  await done(admin, 'PUT', `/v1/contacts/${id}`, { role: 'readonly' })
  const roleOf = async () => (await own('GET', '/v1/auth/roles')).json.data.role
  await eventually(async () => (await roleOf()) === 'readonly', 'the new role')
  expect(await own('DELETE', '/v1/tags?key=customer&value=blue')).toMatchObject({ status: 403, json: { code: 4002 } })
  for (const role of ['tech', 'admin'])
    expect(await own('PUT', `/v1/contacts/${id}`, { body: { role } })).toMatchObject({ status: 403 })
  const raised = await admin('PUT', `/v1/contacts/${id}`, { body: { role: 'admin' } })
  expect([raised.status, raised.json.code]).toEqual([400, 172])
})

it('an account that asks for it is opened with the table of roles', async () => {
  const contact = { username: 'strict', password, email: 'strict@example.com' }
  const opening = { company: 'Strict', currency: 'EUR', enforcesRoles: true, contact }
  await platform.operator.rpc.call(createReseller, opening, platform.operator.call())
  const strict = withToken(await tokenOf('strict'))
  expect(await done(strict, 'GET', '/v1/auth/roles')).toEqual({ is_enforced: true, role: 'admin' })
  await add('billing', 'strict-billing', strict)
  const billing = withToken(await tokenOf('strict-billing'))
  expect(await done(billing, 'GET', '/v1/auth/token')).toMatchObject({ scope: ['read', 'write', 'purchase'] })
  expect(await billing('POST', '/v1/customers', { body: person })).toMatchObject({ status: 403, json: { code: 4002 } })
})
