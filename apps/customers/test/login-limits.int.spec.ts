import { createHash } from 'node:crypto'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { login } from '@nameyard/contracts/access/login'
import { runningService, type RunningService } from './running-service'

const FAILURES = 20
const FREE = 3
const DAY = 86_400_000

let service: RunningService
beforeAll(async () => {
  service = await runningService({ LOGIN_FAILURES: String(FAILURES), LOGIN_FREE_FAILURES: String(FREE) })
})
afterAll(() => service?.close())

let addresses = 0
/** A client address that no other test of this file uses. */
const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`

const logIn = (username: string, password: string, address = newAddress()) =>
  service.rpc.call(login, { username, password }, { ...service.anonymous(), address })

/** Returns `failed`, or the seconds to wait. */
const wrong = (username: string, address = newAddress()): Promise<unknown> =>
  logIn(username, 'not it at all', address).then(
    () => 'accepted',
    ({ refusal, details }) =>
      refusal === 'rate_limited' ? details.retryAfter : refusal === failed ? 'failed' : refusal,
  )
const failed = 'authentication_failed'
const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))
const waiting = { refusal: 'rate_limited' }
const accepted = { token: expect.any(String) }

describe('failed logins of one username from one network', () => {
  it('lead to a wait that doubles up to 20 minutes', async () => {
    const address = newAddress()
    for (let i = 0; i < FREE; i++) expect(await wrong('growing', address)).toBe('failed')
    const waits: unknown[] = []
    for (let i = 0; i < 13; i++) {
      expect(await wrong('growing', address)).toBe('failed')
      const wait = await wrong('growing', address)
      waits.push(wait)
      service.clock.advance(Number(wait) * 1000)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1200, 1200])
  })

  it('refuse also the right password during the wait, and accept it afterwards', async () => {
    const { username, password } = await service.account()
    const address = newAddress()
    for (let i = 0; i <= FREE; i++) await wrong(username, address)
    await expect(logIn(username, password, address)).rejects.toMatchObject({ ...waiting, details: { retryAfter: 1 } })
    service.clock.advance(1000)
    await expect(logIn(username, password, address)).resolves.toMatchObject(accepted)
  })

  it('are forgotten after a successful login, which does not change the count of another network', async () => {
    const { username, password } = await service.account()
    const [own, other] = [newAddress(), newAddress()]
    for (let i = 0; i < FREE; i++) await wrong(username, own)
    for (let i = 0; i <= FREE; i++) await wrong(username, other)
    await logIn(username, password, own)
    for (let i = 0; i < FREE; i++) expect(await wrong(username, own)).toBe('failed')
    await expect(logIn(username, password, own)).resolves.toMatchObject(accepted)
    await expect(logIn(username, password, other)).rejects.toMatchObject(waiting)
  })

  it('are counted for unknown usernames too, with the same replies', async () => {
    const address = newAddress()
    for (let i = 0; i <= FREE; i++) expect(await wrong('nobody at all', address)).toBe('failed')
    expect(await wrong('nobody at all', address)).toBe(1)
    const { rows } = await service.sql.query(`select subject from login_failure where subject like '%nobody%'`)
    expect(rows).toEqual([])
  })

  it('stop at the limit when they are concurrent', async () => {
    const address = newAddress()
    const answers = await times(12, () => wrong('many at once', address))
    expect(answers.filter((answer) => answer === 'failed')).toHaveLength(FREE + 1)
    expect(answers.filter((answer) => answer === 1)).toHaveLength(12 - FREE - 1)
  })

  it('start again after an hour without a failure', async () => {
    const address = newAddress()
    for (let i = 0; i <= FREE; i++) await wrong('later', address)
    service.clock.advance(3_602_000)
    for (let i = 0; i <= FREE; i++) expect(await wrong('later', address)).toBe('failed')
  })

  it('do not affect tokens in use', async () => {
    const { username, password } = await service.account()
    const address = newAddress()
    const { token } = await logIn(username, password, address)
    for (let i = 0; i <= FREE; i++) await wrong(username, address)
    const tokenHash = createHash('sha256').update(token).digest('hex')
    const used = service.rpc.call(
      authenticate,
      { audience: 'customers', tokenHash, address, spent: [] },
      service.anonymous(),
    )
    await expect(used).resolves.toMatchObject({ username })
  })
})

describe('failed logins from one network with many usernames', () => {
  it('are refused after the limit, until the first of them is an hour old', async () => {
    const { username, password } = await service.account()
    const address = newAddress()
    await wrong('guess 0', address)
    service.clock.advance(60_000)
    for (let i = 1; i < FAILURES; i++) expect(await wrong(`guess ${i}`, address)).toBe('failed')
    await expect(logIn(username, password, address)).rejects.toMatchObject({ details: { retryAfter: 3540 } })
    await expect(logIn(username, password, `::ffff:${address}`)).rejects.toMatchObject(waiting)
    await expect(logIn(username, password)).resolves.toMatchObject(accepted)
    service.clock.advance(3_540_000)
    await expect(logIn(username, password, address)).resolves.toMatchObject(accepted)
    expect(await wrong('one more guess', address)).toBe('failed')
    expect(await wrong('another guess', address)).toBe(60)
  })

  it('are counted by /64 for IPv6 addresses', async () => {
    for (let i = 0; i < FAILURES; i++) expect(await wrong(`v6 guess ${i}`, `2001:db8:5:6::${i}`)).toBe('failed')
    expect(await wrong('v6 guess', '2001:db8:5:6:ffff::1')).toEqual(expect.any(Number))
    expect(await wrong('v6 guess', '2001:db8:5:7::1')).toBe('failed')
  })
})

describe('failed logins of one username from many networks', () => {
  it('refuse unknown networks after the limit, without a check of the password, but not the networks of its logins', async () => {
    const { username, password } = await service.account()
    const [office, home] = [newAddress(), '2001:db8:77:1::5']
    await logIn(username, password, office)
    await logIn(username, password, home)
    const answers = await times(FAILURES + 5, () => wrong(username))
    expect(answers.filter((answer) => answer === 'failed')).toHaveLength(FAILURES)
    await expect(logIn(username, password)).rejects.toMatchObject({ details: { retryAfter: 3600 } })
    await expect(logIn(username, password, office)).resolves.toMatchObject(accepted)
    await expect(logIn(username, password, '2001:db8:77:1::6')).resolves.toMatchObject(accepted)
    await expect(logIn(username, password, '2001:db8:77:2::5')).rejects.toMatchObject(waiting)
  })

  it('are bounded for any number of networks', async () => {
    const guesses: unknown[] = []
    for (let i = 0; i < 3 * FAILURES; i++) guesses.push(await wrong('hunted', `2001:db8:${i.toString(16)}::1`))
    expect(guesses.filter((answer) => answer === 'failed')).toHaveLength(FAILURES)
  })

  it('do not count those from networks of its own logins', async () => {
    const { username, password } = await service.account()
    const known = await times(FAILURES, async () => {
      const address = newAddress()
      await logIn(username, password, address)
      return address
    })
    for (const address of known) expect(await wrong(username, address)).toBe('failed')
    await expect(logIn(username, password)).resolves.toMatchObject(accepted)
  })

  it('count a network as unknown when the last login from it was 90 days ago', async () => {
    const { username, password } = await service.account()
    const [early, late] = [newAddress(), newAddress()]
    await logIn(username, password, early)
    await logIn(username, password, late)
    service.clock.advance(89 * DAY)
    await logIn(username, password, late)
    service.clock.advance(DAY)
    for (let i = 0; i < FAILURES; i++) await wrong(username)
    await expect(logIn(username, password, early)).rejects.toMatchObject(waiting)
    await expect(logIn(username, password, late)).resolves.toMatchObject(accepted)
  })
})

describe('successful logins', () => {
  it('never count', async () => {
    const { username, password } = await service.account()
    const address = newAddress()
    for (let i = 0; i < FREE; i++) await wrong(username, address)
    const tokens = await times(3 * FAILURES, () => logIn(username, password, address))
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(3 * FAILURES)
  })

  it('write the network once a day', async () => {
    const { username, password, contactId } = await service.account()
    const address = newAddress()
    const recorded = async () => {
      await logIn(username, password, address)
      const rows = await service.sql.query('select * from login_network where contact_id = $1', [contactId])
      expect(rows.rows).toHaveLength(1)
      return rows.rows[0].last_login_at.getTime()
    }
    const first = await recorded()
    service.clock.advance(DAY / 2)
    expect(await recorded()).toBe(first)
    service.clock.advance(DAY)
    expect(await recorded()).toBe(first + 1.5 * DAY)
  })
})

describe('rows about logins', () => {
  it('are deleted when they are outdated', async () => {
    const { username, password } = await service.account()
    for (let i = 0; i < 5; i++) await wrong('long ago')
    await logIn(username, password)
    service.clock.advance(91 * DAY)
    // Each login deletes at most twenty outdated rows.
    for (let i = 0; i < 20; i++) await wrong(`just now ${i}`)
    for (let i = 0; i < 5; i++) await logIn(username, password)
    const { rows } = await service.sql.query(
      'select (select count(*) from login_failure where forget_at < $1)::integer as failures, ' +
        '(select count(*) from login_network where last_login_at < $2)::integer as networks',
      [service.clock.now(), new Date(service.clock.epochMs() - 90 * DAY)],
    )
    expect(rows).toEqual([{ failures: 0, networks: 0 }])
  })
})
