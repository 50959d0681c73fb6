import { createHash } from 'node:crypto'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { login } from '@nameyard/contracts/access/login'
import type { InputGiven } from '@nameyard/contracts/operation'
import { everyRight } from '@nameyard/contracts/rights'
import { runningService, type RunningService } from './running-service'

let running: RunningService
let rpc: RunningService['rpc']
let sql: RunningService['sql']
beforeAll(async () => {
  running = await runningService()
  ;({ rpc, sql } = running)
})
afterAll(() => running?.close())

const sha256 = (token: string) => createHash('sha256').update(token).digest('hex')

const bearer = (token: string, address = '192.0.2.7') =>
  rpc.call(authenticate, { audience: 'customers', tokenHash: sha256(token), address }, running.anonymous())

describe('login', () => {
  it('returns a token of the contact', async () => {
    const { username, password, resellerId, contactId } = await running.account()
    const { token, reseller_id } = await rpc.call(login, { username, password }, running.anonymous())
    expect(reseller_id).toBe(resellerId)
    expect(token).toMatch(/^[\da-f]{32}$/)
    await expect(bearer(token)).resolves.toEqual({
      resellerId,
      contactId,
      username,
      role: 'admin',
      scope: everyRight,
      statement: expect.any(String),
      usableMs: 30_000,
      allowance: expect.any(Object),
    })
  })

  it('stores the hash of a token, not the token', async () => {
    const { username, password } = await running.account()
    const { token } = await rpc.call(login, { username, password }, running.anonymous())
    const { rows } = await sql.query('select hash, token::text as whole from token where hash = $1', [
      Buffer.from(sha256(token), 'hex'),
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0].whole).not.toContain(token)
  })

  it('gives the same reply for a wrong password and an unknown user', async () => {
    const { username } = await running.account()
    const wrong = rpc.call(login, { username, password: 'wrong' }, running.anonymous())
    await expect(wrong).rejects.toMatchObject({ refusal: 'authentication_failed', details: {} })
    const unknown = rpc.call(login, { username: 'nobody', password: 'wrong' }, running.anonymous())
    await expect(unknown).rejects.toMatchObject({ refusal: 'authentication_failed', details: {} })
  })

  it('reveals that API access is off only with the right password', async () => {
    const { username, password } = await running.account()
    await sql.query('update contact set api_access_enabled = false where username = $1', [username])
    const right = rpc.call(login, { username, password }, running.anonymous())
    await expect(right).rejects.toMatchObject({ refusal: 'access_denied' })
    const wrong = rpc.call(login, { username, password: 'wrong' }, running.anonymous())
    await expect(wrong).rejects.toMatchObject({ refusal: 'authentication_failed' })
  })

  it('refuses an invalid address', async () => {
    const { username, password } = await running.account()
    const refused = rpc.call(login, { username, password, ip: 'localhost' }, running.anonymous())
    await expect(refused).rejects.toMatchObject({ refusal: 'invalid_input', details: { field: 'ip' } })
  })
})

describe('a token', () => {
  const open = async (change: Partial<InputGiven<typeof login>>) => {
    const { username, password } = await running.account()
    const { token } = await rpc.call(login, { username, password, ...change }, running.anonymous())
    return { token, username }
  }

  it.each([undefined, '', '0.0.0.0'])('works from any address when it is bound to %p', async (ip) => {
    const { token } = await open({ ip })
    await expect(bearer(token, '2001:db8::1')).resolves.toBeDefined()
  })

  it.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2.8'],
    ['192.0.2.7', '::ffff:192.0.2.7', '::1'],
    ['192.0.2.77/24', '192.0.2.1', '192.0.3.1'],
    ['2001:db8::/32', '2001:db8:1::1', '2001:db9::1'],
    ['2001:db8::1', '2001:db8:0::1', '192.0.2.7'],
  ])('bound to %s works from %s and not from %s', async (ip, inside, outside) => {
    const { token } = await open({ ip })
    await expect(bearer(token, inside)).resolves.toBeDefined()
    await expect(bearer(token, outside)).rejects.toMatchObject({ refusal: 'access_denied' })
    await expect(bearer(token, 'no address')).rejects.toMatchObject({ refusal: 'access_denied' })
  })

  it('has the requested scope', async () => {
    const { token } = await open({ scope: ['read', 'read'] })
    await expect(bearer(token)).resolves.toMatchObject({ scope: ['read'] })
  })

  it('expires after its lifetime', async () => {
    const { token } = await open({})
    running.clock.advance(48 * 3_600_000 - 1)
    await expect(bearer(token)).resolves.toBeDefined()
    running.clock.advance(1)
    await expect(bearer(token)).rejects.toMatchObject({ refusal: 'authentication_failed' })
  })

  it('stops when API access is switched off or its contact is deleted', async () => {
    const { token, username } = await open({})
    await sql.query('update contact set api_access_enabled = false where username = $1', [username])
    await expect(bearer(token)).rejects.toMatchObject({ refusal: 'access_denied' })
    await sql.query('update contact set deleted_at = now() where username = $1', [username])
    await expect(bearer(token)).rejects.toMatchObject({ refusal: 'authentication_failed' })
  })

  it('is validated in a batch with others', async () => {
    const [bound, free] = await Promise.all([open({ ip: '192.0.2.7' }), open({})])
    const asked = await Promise.allSettled([
      bearer(bound.token, '192.0.2.8'),
      bearer(free.token),
      bearer('0'.repeat(32)),
      bearer(bound.token, '192.0.2.7'),
    ])
    expect(asked.map((each) => (each.status === 'fulfilled' ? each.value.username : each.reason.refusal))).toEqual([
      'access_denied',
      free.username,
      'authentication_failed',
      bound.username,
    ])
  })
})

describe('an account', () => {
  it('is not created with a username that is taken', async () => {
    const { username } = await running.account()
    const before = await sql.query('select count(*) from reseller')
    await expect(running.account({ username })).rejects.toMatchObject({ refusal: 'username_unavailable' })
    expect((await sql.query('select count(*) from reseller')).rows).toEqual(before.rows)
  })
})
