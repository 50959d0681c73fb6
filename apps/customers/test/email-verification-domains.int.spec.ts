import { isDeepStrictEqual } from 'node:util'
import { updateCustomer } from '@nameyard/contracts/customers/update-customer'
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
  tell,
  tokensTo,
  told,
  UNSET,
} from './verifications'

beforeAll(beginVerifications)
afterAll(endVerifications)

describe('a domain', () => {
  const rows = async (own: Account) =>
    (await list(own)).results.map(({ domain, email, status, is_suspended }) => [domain, email, status, is_suspended])
  const becomes = (own: Account, expected: unknown[]) =>
    eventually(async () => isDeepStrictEqual(await rows(own), expected), 'the rows')

  it('brings the address of its registrant, not verified, and no deadline', async () => {
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
    expect(told.filter(({ domainId }) => domainId === id)).toEqual([])
  })

  it.each([
    ['start', start],
    ['restart', restart],
  ])('has its deadline from the %s on, however long the address waited for it', async (way, begin) => {
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
    await eventually(() => told.some(({ domainId, isSuspended }) => domainId === id && isSuspended), 'the suspension')
  })

  it('is suspended with all of its address when the deadline passes, and freed by the confirmation, told once', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const ids = [await register(own, 'one.example', handle), await register(own, 'two.example', handle)]
    await start(own, { email, handle })
    const before = await tokensTo(email)
    running.clock.advance(15 * DAY)
    const heard = () => told.filter(({ domainId }) => ids.includes(domainId))
    await eventually(() => heard().length === 2, 'the suspensions')
    await restart(own, { email })
    await confirm(await newestToken(email, before))
    await eventually(() => heard().length === 4, 'the end of the suspensions')
    const changes = ids.map((id) => heard().filter(({ domainId }) => domainId === id))
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

  it('goes to the address of another registrant, and so in and out of a suspension', async () => {
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
    const heard = () => told.filter(({ domainId }) => domainId === domain.id).map(({ isSuspended }) => isSuspended)
    await tell(own, { ...domain, ownerHandle: late.handle, version: 2 })
    await eventually(() => heard().length === 1, 'the suspension')
    await tell(own, { ...domain, ownerHandle: good.handle, version: 4 })
    await eventually(() => heard().length === 2, 'its end')
    await tell(own, { ...domain, ownerHandle: late.handle, version: 3 })
    await register(own, 'marker.example', good.handle)
    expect(heard()).toEqual([true, false])
    await expect(list(own, { domain_id: domain.id })).resolves.toMatchObject({ results: [{ email: good.email }] })
  })

  it('follows its registrant to another address', async () => {
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

  it('drops its row when it is held no more, and older news does not bring it back', async () => {
    const own = await running.account()
    const { handle } = await customer(own)
    const domain = { id: await register(own, 'gone.example', handle), name: 'gone.example', ownerHandle: handle }
    await tell(own, { ...domain, isHeld: false, version: 3 })
    await eventually(async () => (await list(own)).total === 0, 'the end of the row')
    await tell(own, { ...domain, version: 2 })
    const marker = await register(own, 'stays.example', handle)
    await expect(list(own)).resolves.toMatchObject({ results: [{ domain: 'stays.example' }], total: 1 })
    await tell(own, { ...domain, version: 4 })
    await eventually(async () => (await list(own)).total === 2, 'the row of a domain that is back')
    expect(marker).toBeGreaterThan(domain.id)
  })

  it('of a registrant of another account has no row', async () => {
    const [own, other] = [await running.account(), await running.account()]
    const { handle } = await customer(other)
    await tell(own, { name: 'stranger.example', ownerHandle: handle })
    await register(own, 'marker.example', (await customer(own)).handle)
    expect([(await list(own)).total, (await list(other)).total]).toEqual([1, 0])
  })

  const known = async (email: string) =>
    (await running.sql.query('select from email_verification where email = $1', [email])).rowCount

  it('leaves nothing of an address that nobody asked about, when it was the last one there', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const domain = { id: await register(own, 'brief.example', handle), name: 'brief.example', ownerHandle: handle }
    const other = { id: await register(own, 'moved.example', handle), name: 'moved.example', ownerHandle: handle }
    await tell(own, { ...domain, isHeld: false, version: 3 })
    await eventually(async () => (await list(own)).total === 1, 'the end of the row')
    expect(await known(email)).toBe(1)
    const elsewhere = await customer(own)
    await tell(own, { ...other, ownerHandle: elsewhere.handle, version: 2 })
    await eventually(async () => (await known(email)) === 0, 'the end of the verification')
    // What is older than the end brings nothing back.
    await tell(own, { ...domain, version: 2 })
    await register(own, 'marker.example', elsewhere.handle)
    expect(await known(email)).toBe(0)
    const changed = `Other.${elsewhere.email}`
    await running.rpc.call(updateCustomer, { handle: elsewhere.handle, email: changed }, own.call())
    expect([await known(elsewhere.email), await known(changed)]).toEqual([0, 1])
  })

  it('that leaves at the same moment as the last other one leaves nothing behind either', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const names = Array.from({ length: 10 }, (_, n) => `crowd${n}.example`)
    const ids = await Promise.all(names.map((name) => register(own, name, handle)))
    const leaves = { ownerHandle: handle, isHeld: false, version: 2 }
    await Promise.all(ids.map((id, n) => tell(own, { ...leaves, id, name: names[n]! })))
    await eventually(async () => (await known(email)) === 0, 'the end of the verification')
  })

  it('keeps what was started for its address', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const domain = { id: await register(own, 'kept.example', handle), name: 'kept.example', ownerHandle: handle }
    await start(own, { email, handle })
    await tell(own, { ...domain, isHeld: false, version: 2 })
    await eventually(async () => (await list(own, { domain: domain.name })).total === 0, 'the end of the row')
    await expect(list(own)).resolves.toMatchObject({ results: [{ domain: '', status: 'in progress' }], total: 1 })
  })
})
