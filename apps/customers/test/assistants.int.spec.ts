import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { endSession } from '@nameyard/contracts/access/end-session'
import { listSessions } from '@nameyard/contracts/access/list-sessions'
import { updateSession } from '@nameyard/contracts/access/update-session'
import { allowAssistant } from '@nameyard/contracts/assistants/allow-assistant'
import { consumeState } from '@nameyard/contracts/assistants/consume-state'
import { endGrant } from '@nameyard/contracts/assistants/end-grant'
import { findState } from '@nameyard/contracts/assistants/find-state'
import { readClient } from '@nameyard/contracts/assistants/read-client'
import { removeState } from '@nameyard/contracts/assistants/remove-state'
import { saveState } from '@nameyard/contracts/assistants/save-state'
import { runningService, type Account, type RunningService } from './running-service'

let service: RunningService
let anna: Account
let grants = 0
/** The grant of the assistant. */
let grant: string

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const client = { clientId: 'https://aster.example/client.json', clientName: 'Aster', profile: 'dns' } as const

const allow = (change: object = {}, of = grant) => {
  const { username, password } = anna
  const given = { username, password, grant: of, ...client, scope: ['read', 'write'], ...change }
  return service.rpc.call(allowAssistant, given as never, service.anonymous())
}
const save = (kind: 'Grant' | 'AccessToken' | 'RefreshToken' | 'Session', id: string, of: string | undefined = grant) =>
  service.rpc.call(
    saveState,
    { kind, hash: hashOf(id), payload: '{"x":1}', lifeSeconds: 3600, ...(of && { grant: of }), scope: ['read'] },
    service.anonymous(),
  )
const find = async (kind: 'Grant' | 'AccessToken' | 'RefreshToken' | 'Session', id: string) =>
  (await service.rpc.call(findState, { kind, hash: hashOf(id) }, service.anonymous())).found
const check = (token: string, profile?: 'dns' | 'all') =>
  service.rpc.call(
    authenticate,
    { tokenHash: hashOf(token), address: '192.0.2.1', audience: 'dns', spent: [], ...(profile && { profile }) },
    service.anonymous(),
  )

beforeAll(async () => {
  service = await runningService({ EGRESS_ALLOW: '127.0.0.0/8' })
})
afterAll(() => service?.close())
beforeEach(async () => {
  anna = await service.account()
  grant = hashOf(`grant ${++grants}`)
})

describe('access.update-session', () => {
  it('replaces the limits of an assistant of the person who asks', async () => {
    await allow()
    const sessions = async () => (await service.rpc.call(listSessions, {}, anna.call())).results
    const [session] = await sessions()
    const { id } = session!
    const change = (given: object, of = anna) =>
      service.rpc.call(updateSession, { id, approval: 'purchases', ...given }, of.call())
    await change({ spend_per_month: 25 })
    expect(await sessions()).toMatchObject([{ approval: 'purchases', spend_per_day: null, spend_per_month: 25 }])
    await change({ spend_per_day: 5 })
    expect(await sessions()).toMatchObject([{ approval: 'purchases', spend_per_day: 5, spend_per_month: null }])
    await expect(change({}, await service.account())).rejects.toMatchObject({ refusal: 'session_not_found' })
  })
})

describe('assistants.allow', () => {
  it('gives no access before the client has a token', async () => {
    expect(await allow()).toEqual({ contactId: anna.contactId })
    const { results } = await service.rpc.call(listSessions, {}, anna.call())
    expect(results).toMatchObject([
      { client_id: client.clientId, client_name: 'Aster', profile: 'dns', scope: ['read', 'write'] },
    ])
  })

  it('refuses a wrong password, as a login does', async () => {
    await expect(allow({ password: 'wrong' })).rejects.toMatchObject({ refusal: 'authentication_failed' })
    expect(await save('Grant', `g${grants}`)).toEqual({ isSaved: false })
  })

  it('refuses a contact without API access', async () => {
    await service.sql.query('update contact set api_access_enabled = false where id = $1', [anna.contactId])
    await expect(allow()).rejects.toMatchObject({ refusal: 'access_denied' })
  })
})

describe('assistants.save-state', () => {
  it('makes a stored access token a credential for its profile, with its rights, until the next one', async () => {
    await allow()
    const [first, second] = [`a${grants}`, `b${grants}`]
    expect(await save('AccessToken', first)).toEqual({ isSaved: true })
    expect(await check(first, 'dns')).toMatchObject({ contactId: anna.contactId, profile: 'dns', scope: ['read'] })
    await expect(check(first)).rejects.toMatchObject({ refusal: 'authentication_failed' })
    await expect(check(first, 'all')).rejects.toMatchObject({ refusal: 'authentication_failed' })
    expect(await save('AccessToken', second)).toEqual({ isSaved: true })
    await expect(check(first, 'dns')).rejects.toMatchObject({ refusal: 'authentication_failed' })
    expect(await find('AccessToken', first)).toBeUndefined()
    expect(await check(second, 'dns')).toMatchObject({ profile: 'dns' })
  })

  it('lets an access token end after its time, and not the access', async () => {
    await allow()
    await save('AccessToken', `c${grants}`)
    await save('RefreshToken', `r${grants}`)
    const [{ ends }] = (
      await service.sql.query('select access_ends_at < expires_at as ends from token where grant_hash = $1', [
        Buffer.from(grant, 'hex'),
      ])
    ).rows
    expect(ends).toBe(true)
    await service.sql.query(`update token set access_ends_at = '2020-01-01' where grant_hash = $1`, [
      Buffer.from(grant, 'hex'),
    ])
    await expect(check(`c${grants}`, 'dns')).rejects.toMatchObject({ refusal: 'authentication_failed' })
    expect(await find('RefreshToken', `r${grants}`)).toEqual({ payload: '{"x":1}', isConsumed: false })
  })

  it('stores nothing for a grant that has ended', async () => {
    await allow()
    const { results } = await service.rpc.call(listSessions, {}, anna.call())
    await service.rpc.call(endSession, { id: results[0]!.id }, anna.call())
    for (const kind of ['Grant', 'AccessToken', 'RefreshToken'] as const)
      expect(await save(kind, `${kind}${grants}`)).toEqual({ isSaved: false })
  })
})

describe('assistants.find-state', () => {
  it('finds what belongs to a grant only while its person may use the API', async () => {
    await allow()
    await save('Grant', `d${grants}`)
    expect(await find('Grant', `d${grants}`)).toBeDefined()
    await service.sql.query('update contact set is_active = false where id = $1', [anna.contactId])
    expect(await find('Grant', `d${grants}`)).toBeUndefined()
    expect(await save('AccessToken', `e${grants}`)).toEqual({ isSaved: false })
  })
})

describe('assistants.consume-state', () => {
  it('tells one of two calls at the same time that it is the first', async () => {
    await allow()
    await save('RefreshToken', `f${grants}`)
    const use = () =>
      service.rpc.call(consumeState, { kind: 'RefreshToken', hash: hashOf(`f${grants}`) }, service.anonymous())
    const answers = await Promise.all([use(), use()])
    expect(answers.filter(({ isFirst }) => isFirst)).toHaveLength(1)
    expect(await find('RefreshToken', `f${grants}`)).toMatchObject({ isConsumed: true })
  })
})

describe('assistants.remove-state', () => {
  it('deletes an object', async () => {
    await save('Session', `s${grants}`, '')
    expect(await find('Session', `s${grants}`)).toBeDefined()
    await service.rpc.call(removeState, { kind: 'Session', hash: hashOf(`s${grants}`) }, service.anonymous())
    expect(await find('Session', `s${grants}`)).toBeUndefined()
  })
})

describe('assistants.end-grant', () => {
  it('ends the access with everything that belongs to it', async () => {
    await allow()
    await save('AccessToken', `h${grants}`)
    await save('RefreshToken', `i${grants}`)
    await service.rpc.call(endGrant, { grant }, service.anonymous())
    await expect(check(`h${grants}`, 'dns')).rejects.toMatchObject({ refusal: 'authentication_failed' })
    expect(await find('RefreshToken', `i${grants}`)).toBeUndefined()
    expect((await service.rpc.call(listSessions, {}, anna.call())).results).toEqual([])
    await service.rpc.call(endGrant, { grant }, service.anonymous())
  })
})

describe('assistants.read-client', () => {
  let publisher: Server
  beforeAll(async () => {
    publisher = createServer(({ url }, response) => response.end(url === '/long' ? 'x'.repeat(20_000) : '{}'))
    await new Promise<void>((listening) => publisher.listen(0, '127.0.0.1', listening))
  })
  afterAll(() => publisher.close())
  const read = (url: string) => service.rpc.call(readClient, { url }, service.anonymous())
  const place = () => `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`

  it('returns what an address that the operator allows publishes, if it is short', async () => {
    expect(await read(`${place()}/client.json`)).toMatchObject({ answer: { status: 200, body: '{}' } })
    expect(await read(`${place()}/long`)).toEqual({})
  })

  it('reaches no address that is not public', async () => {
    for (const url of ['https://10.0.0.1/client.json', 'https://[::1]/', 'file:///etc/passwd', 'x'])
      expect([url, await read(url)]).toEqual([url, {}])
  })
})
