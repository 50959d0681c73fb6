import { updateCustomer } from '@nameyard/contracts/customers/update-customer'
import { storedEvents } from '@nameyard/testing/account-events'
import { eventually } from '@nameyard/testing/eventually'
import {
  beginVerifications,
  confirm,
  customer,
  DAY,
  endVerifications,
  list,
  mailsTo,
  newestToken,
  publishDomain,
  register,
  restart,
  running,
  start,
  suspensions,
  tokensTo,
} from './verifications'

beforeAll(beginVerifications)
afterAll(endVerifications)

const demanded = { demandsVerification: true, hasNewOwner: true }

describe('the verification that begins by itself', () => {
  it('mails the registrant of a new domain where its extension demands that, and suspends after 15 days', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const id = await publishDomain(own, { name: 'new.example', ownerHandle: handle, ...demanded })
    const [token] = await tokensTo(email)
    expect((await list(own)).results).toMatchObject([{ email, handle, status: 'in progress', is_suspended: false }])
    running.clock.advance(14 * DAY)
    expect((await list(own)).results).toMatchObject([{ status: 'in progress' }])
    running.clock.advance(DAY + 1000)
    await eventually(
      () => suspensions.some(({ domainId, isSuspended }) => domainId === id && isSuspended),
      'suspension',
    )
    await expect(confirm(token!)).rejects.toThrow()
    await restart(own, { email, handle })
    await confirm(await newestToken(email, [token!]))
    await eventually(() => suspensions.some(({ domainId, isSuspended }) => domainId === id && !isSuspended), 'release')
  })

  it('begins once for all domains of an address', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const names = Array.from({ length: 8 }, (_, n) => `many-${n}.example`)
    await Promise.all(names.map((name) => publishDomain(own, { name, ownerHandle: handle, ...demanded })))
    await eventually(async () => (await list(own, { status: 'in progress' })).total === 8, 'all domains')
    await publishDomain(own, { name: 'later.example', ownerHandle: handle, ...demanded })
    await eventually(async () => (await list(own, { status: 'in progress' })).total === 9, 'the later domain')
    expect(await tokensTo(email)).toHaveLength(1)
  })

  it.each([
    ['an extension that does not demand it', { demandsVerification: false, hasNewOwner: true }],
    ['an adopted domain', { demandsVerification: true, hasNewOwner: false }],
  ])('does not begin for %s', async (_, change) => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await publishDomain(own, { name: 'quiet.example', ownerHandle: handle, ...change })
    await eventually(async () => (await list(own)).total === 1, 'the row')
    expect((await list(own)).results).toMatchObject([{ status: 'not verified' }])
    const other = await customer(own)
    await publishDomain(own, { name: 'loud.example', ownerHandle: other.handle, ...demanded })
    await tokensTo(other.email)
    expect(await mailsTo(email)).toEqual([])
  })

  it('does not begin for an address that is verified', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await start(own, { email, handle })
    await confirm((await tokensTo(email))[0]!)
    await publishDomain(own, { name: 'known.example', ownerHandle: handle, ...demanded })
    await eventually(async () => (await list(own)).total === 1, 'the row')
    expect((await list(own)).results).toMatchObject([{ status: 'verified' }])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('begins when the registrant changes, also by an event that arrives after a newer one', async () => {
    const own = await running.account()
    const [one, other] = [await customer(own), await customer(own)]
    const id = await register(own, 'given.example', one.handle)
    const changed = { id, name: 'given.example', ownerHandle: other.handle, demandsVerification: true }
    await publishDomain(own, { ...changed, version: 3 })
    await eventually(async () => (await list(own, { handle: other.handle })).total === 1, 'the newer event')
    await publishDomain(own, { ...changed, version: 2, hasNewOwner: true })
    await tokensTo(other.email)
    expect(await mailsTo(one.email)).toEqual([])
  })

  it('begins for the new address of a registrant, also of an adopted domain', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await publishDomain(own, { name: 'moved.example', ownerHandle: handle, demandsVerification: true })
    await eventually(async () => (await list(own)).total === 1, 'the row')
    await running.rpc.call(updateCustomer, { handle, email: `new-${email}` }, own.call())
    await tokensTo(`new-${email}`)
    expect(await mailsTo(email)).toEqual([])
  })

  it('answers the first request to start it with its id, without another mail', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await publishDomain(own, { name: 'asked.example', ownerHandle: handle, ...demanded })
    await tokensTo(email)
    const events = await storedEvents(running.sql, 'customers', `customers/${handle}`)
    expect(events.map(({ type }) => type)).toEqual(['customer.created', 'customer.verification-started'])
    const { id } = await start(own, { email, handle, tag: 'mine' })
    expect(id).toBeGreaterThan(0)
    await expect(start(own, { email, handle })).rejects.toMatchObject({ refusal: 'email_verification_running' })
    expect(await mailsTo(email)).toHaveLength(1)
  })
})
