import { isDeepStrictEqual } from 'node:util'
import { updateCustomer } from '@nameyard/contracts/customers/update-customer'
import { verificationsOfDomains } from '@nameyard/contracts/customers/verifications-of-domains'
import { eventually } from '@nameyard/testing/eventually'
import type { Account } from './running-service'
import {
  beginVerifications,
  endVerifications,
  confirm,
  customer,
  DAY,
  list,
  newestToken,
  register,
  restart,
  running,
  start,
  publishDomain,
  tokensTo,
  suspensions,
  UNSET,
} from './verifications'

beforeAll(beginVerifications)
afterAll(endVerifications)

describe('the email verification of a domain', () => {
  const rows = async (own: Account) =>
    (await list(own)).results.map(({ domain, email, status, is_suspended }) => [domain, email, status, is_suspended])
  const becomes = (own: Account, expected: unknown[]) =>
    eventually(async () => isDeepStrictEqual(await rows(own), expected), 'the rows')

  it('is created as not verified and without deadline', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const id = await register(own, 'new.example', handle)
    const row = { domain: 'new.example', email, handle, expiration_date: UNSET, is_suspended: false }
    const waiting = { results: [{ ...row, status: 'not verified' }], total: 1 }
    await expect(list(own)).resolves.toEqual(waiting)
    running.clock.advance(400 * DAY)
    const late = await customer(own)
    await start(own, late)
    running.clock.advance(15 * DAY)
    await eventually(async () => (await list(own, { status: 'failed' })).total === 1, 'a deadline of another')
    await expect(list(own, { email })).resolves.toEqual(waiting)
    await expect(list(own, { email, status: 'failed' })).resolves.toEqual({ results: [], total: 0 })
    await expect(list(own, { email, is_suspended: false })).resolves.toEqual(waiting)
    expect(suspensions.filter(({ domainId }) => domainId === id)).toEqual([])
  })

  it('is as its newest event says, when many events of its account arrive at once', async () => {
    const own = await running.account()
    const [one, other] = [await customer(own), await customer(own)]
    const domains = Array.from({ length: 12 }, (_, n) => `many-${String(n).padStart(2, '0')}.example`)
    const ids = await Promise.all(domains.map((name) => register(own, name, one.handle)))
    const moved = domains.flatMap((name, n) => {
      const placed = (handle: string, version: number) =>
        publishDomain(own, { id: ids[n]!, name, ownerHandle: handle, version })
      return n % 3 === 0 ? [placed(other.handle, 3), placed(one.handle, 2)] : [placed(one.handle, 2)]
    })
    await Promise.all(moved)
    const expected = domains.map((domain, n) => [domain, n % 3 === 0 ? other.email : one.email, 'not verified', false])
    const sorted = async () => (await rows(own)).sort(([a], [b]) => String(a).localeCompare(String(b)))
    await eventually(async () => isDeepStrictEqual(await sorted(), expected), 'the newest owners')
    await Promise.all(
      ids.map((id, n) =>
        publishDomain(own, { id, name: domains[n]!, ownerHandle: one.handle, version: 9, isHeld: false }),
      ),
    )
    await becomes(own, [])
  })

  it.each([
    ['start', start],
    ['restart', restart],
  ])('has its deadline from the %s on, not from its creation', async (way, begin) => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const id = await register(own, `${way}ed.example`, handle)
    running.clock.advance(30 * DAY)
    await begin(own, { email, handle })
    const deadline = new Date(running.clock.epochMs() + 15 * DAY).toISOString().slice(0, 10)
    await expect(list(own)).resolves.toMatchObject({
      results: [{ status: 'in progress', expiration_date: `${deadline} 00:00:00`, is_suspended: false }],
    })
    running.clock.advance(15 * DAY)
    await eventually(
      () => suspensions.some(({ domainId, isSuspended }) => domainId === id && isSuspended),
      'the suspension',
    )
  })

  it('suspends all domains of the address at the deadline and releases them when verified, with one event each', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const ids = [await register(own, 'one.example', handle), await register(own, 'two.example', handle)]
    await start(own, { email, handle })
    const before = await tokensTo(email)
    running.clock.advance(15 * DAY)
    const received = () => suspensions.filter(({ domainId }) => ids.includes(domainId))
    await eventually(() => received().length === 2, 'the suspensions')
    await restart(own, { email })
    await confirm(await newestToken(email, before))
    await eventually(() => received().length === 4, 'the end of the suspensions')
    const changes = ids.map((id) => received().filter(({ domainId }) => domainId === id))
    expect(changes.map((each) => each.map(({ isSuspended, version }) => [isSuspended, version]))).toEqual([
      [
        [true, 1],
        [false, 2],
      ],
      [
        [true, 1],
        [false, 2],
      ],
    ])
  })

  it('changes with the registrant, and with it the suspension', async () => {
    const own = await running.account()
    const [late, good] = [await customer(own), await customer(own)]
    const domain = { id: await register(own, 'moves.example', good.handle), name: 'moves.example' }
    await register(own, 'late.example', late.handle)
    await start(own, good)
    await start(own, late)
    await confirm((await tokensTo(good.email))[0]!)
    running.clock.advance(15 * DAY)
    await becomes(own, [
      ['moves.example', good.email, 'verified', false],
      ['late.example', late.email, 'failed', true],
    ])
    const received = () =>
      suspensions.filter(({ domainId }) => domainId === domain.id).map(({ isSuspended }) => isSuspended)
    await publishDomain(own, { ...domain, ownerHandle: late.handle, version: 2 })
    await eventually(() => received().length === 1, 'the suspension')
    await publishDomain(own, { ...domain, ownerHandle: good.handle, version: 4 })
    await eventually(() => received().length === 2, 'its end')
    await publishDomain(own, { ...domain, ownerHandle: late.handle, version: 3 })
    await register(own, 'marker.example', good.handle)
    expect(received()).toEqual([true, false])
    await expect(list(own, { domain_id: domain.id })).resolves.toMatchObject({ results: [{ email: good.email }] })
  })

  it('follows the registrant to another address', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await register(own, 'follows.example', handle)
    const changed = `Other.${email}`
    await running.rpc.call(updateCustomer, { handle, email: changed }, own.call())
    expect(await rows(own)).toEqual([['follows.example', changed, 'not verified', false]])
    await start(own, { email: changed, handle })
    await running.rpc.call(updateCustomer, { handle, email: changed.toUpperCase() }, own.call())
    expect(await rows(own)).toEqual([['follows.example', changed, 'in progress', false]])
  })

  it('ends when the domain is no longer held, and older events do not restore it', async () => {
    const own = await running.account()
    const { handle } = await customer(own)
    const domain = { id: await register(own, 'gone.example', handle), name: 'gone.example', ownerHandle: handle }
    await publishDomain(own, { ...domain, isHeld: false, version: 3 })
    await eventually(async () => (await list(own)).total === 0, 'the end of the row')
    await publishDomain(own, { ...domain, version: 2 })
    const marker = await register(own, 'stays.example', handle)
    await expect(list(own)).resolves.toMatchObject({ results: [{ domain: 'stays.example' }], total: 1 })
    await publishDomain(own, { ...domain, version: 4 })
    await eventually(async () => (await list(own)).total === 2, 'the row of a domain that is back')
    expect(marker).toBeGreaterThan(domain.id)
  })

  it('is not created for a registrant of another account', async () => {
    const [own, other] = [await running.account(), await running.account()]
    const { handle } = await customer(other)
    await publishDomain(own, { name: 'stranger.example', ownerHandle: handle })
    await register(own, 'marker.example', (await customer(own)).handle)
    expect([(await list(own)).total, (await list(other)).total]).toEqual([1, 0])
  })

  const known = async (email: string) =>
    (await running.sql.query('select from email_verification where email = $1', [email])).rowCount

  it('is deleted with the last domain of an address that was never mailed', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const domain = { id: await register(own, 'brief.example', handle), name: 'brief.example', ownerHandle: handle }
    const other = { id: await register(own, 'moved.example', handle), name: 'moved.example', ownerHandle: handle }
    await publishDomain(own, { ...domain, isHeld: false, version: 3 })
    await eventually(async () => (await list(own)).total === 1, 'the end of the row')
    expect(await known(email)).toBe(1)
    const elsewhere = await customer(own)
    await publishDomain(own, { ...other, ownerHandle: elsewhere.handle, version: 2 })
    await eventually(async () => (await known(email)) === 0, 'the end of the verification')
    // Older events do not restore it.
    await publishDomain(own, { ...domain, version: 2 })
    await register(own, 'marker.example', elsewhere.handle)
    expect(await known(email)).toBe(0)
    const changed = `Other.${elsewhere.email}`
    await running.rpc.call(updateCustomer, { handle: elsewhere.handle, email: changed }, own.call())
    expect([await known(elsewhere.email), await known(changed)]).toEqual([0, 1])
  })

  it('is deleted when the last two domains of the address leave concurrently', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const names = Array.from({ length: 10 }, (_, n) => `crowd${n}.example`)
    const ids = await Promise.all(names.map((name) => register(own, name, handle)))
    const leaves = { ownerHandle: handle, isHeld: false, version: 2 }
    await Promise.all(ids.map((id, n) => publishDomain(own, { ...leaves, id, name: names[n]! })))
    await eventually(async () => (await known(email)) === 0, 'the end of the verification')
  })

  it('stays after the last domain if it was started for the address', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const domain = { id: await register(own, 'kept.example', handle), name: 'kept.example', ownerHandle: handle }
    await start(own, { email, handle })
    await publishDomain(own, { ...domain, isHeld: false, version: 2 })
    await eventually(async () => (await list(own, { domain: domain.name })).total === 0, 'the end of the row')
    await expect(list(own)).resolves.toMatchObject({ results: [{ domain: '', status: 'in progress' }], total: 1 })
  })
})

describe('email-verifications.of-domains', () => {
  const of = async (...domainIds: number[]) =>
    (await running.rpc.call(verificationsOfDomains, { domainIds }, running.anonymous())).verifications

  it('returns the verification of the registrant of each domain, and leaves out unknown domains', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const domainId = await register(own, 'asked.example', handle)
    const row = { domainId, email: email.toLowerCase(), expirationDate: UNSET }
    const found = async () =>
      (await of(domainId, 999_999)).map((each) => ({ ...each, email: each.email.toLowerCase() }))
    expect(await found()).toEqual([{ ...row, status: 'not verified' }])
    await start(own, { email, handle })
    const expirationDate = `${new Date(running.clock.epochMs() + 15 * DAY).toISOString().slice(0, 10)} 00:00:00`
    expect(await found()).toEqual([{ ...row, status: 'in progress', expirationDate }])
    await confirm((await tokensTo(email))[0]!)
    expect(await found()).toEqual([{ ...row, status: 'verified' }])
  })

  it('returns an expired verification as failed from its deadline on', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const domainId = await register(own, 'late.example', handle)
    await start(own, { email, handle })
    running.clock.advance(15 * DAY)
    expect(await of(domainId)).toMatchObject([{ status: 'failed', description: 'expired', expirationDate: UNSET }])
  })

  it('refuses a request without domains with invalid_input', async () => {
    await expect(of()).rejects.toMatchObject({ refusal: 'invalid_input' })
  })
})
