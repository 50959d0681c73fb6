import { Allowances } from './allowances'

const account = 7
let elapsed = 0
let allowances: Allowances
beforeEach(() => {
  elapsed = 0
  allowances = new Allowances(() => elapsed)
})
const learn = (remaining: number) => allowances.learn(account, { remaining, perSecond: 2, burst: 10 })
const take = () => allowances.take(account)!

it('lets a burst through, and tells how long the next request has to wait', () => {
  learn(10)
  for (let left = 9; left >= 0; left--) expect(take()).toMatchObject({ remaining: left, retryAfter: 0 })
  expect(take()).toEqual({ remaining: 0, burst: 10, perSecond: 2, fullAfter: 5, retryAfter: 1 })
})

it('refills with time, up to the burst', () => {
  learn(0)
  elapsed = 1_500
  expect(take()).toMatchObject({ remaining: 2, retryAfter: 0 })
  elapsed = 60_000
  expect(take()).toMatchObject({ remaining: 9 })
})

it('waits longer for an account in debt', () => {
  learn(-9)
  expect(take()).toMatchObject({ remaining: 0, retryAfter: 5, fullAfter: 10 })
})

it('counts what is not reported yet against what a verdict brings', () => {
  learn(10)
  take()
  take()
  expect(allowances.report()).toEqual([{ resellerId: account, requests: 2 }])
  take()
  learn(8)
  expect(take()).toMatchObject({ remaining: 6 })
  expect(allowances.report()).toEqual([{ resellerId: account, requests: 2 }])
  expect(allowances.report()).toEqual([])
})

it('reports again what did not arrive, and nothing of what was refused', () => {
  learn(1)
  take()
  take()
  const lost = allowances.report()
  allowances.giveBack(lost)
  expect(allowances.report()).toEqual([{ resellerId: account, requests: 1 }])
})

it('says nothing of an account it knows nothing of', () => expect(allowances.take(8)).toBeUndefined())
