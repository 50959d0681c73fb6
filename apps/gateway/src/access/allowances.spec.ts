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

it('accepts a burst of requests, then returns how long the next request must wait', () => {
  learn(10)
  for (let left = 9; left >= 0; left--) expect(take()).toMatchObject({ remaining: left, retryAfter: 0 })
  expect(take()).toEqual({ remaining: 0, burst: 10, perSecond: 2, fullAfter: 5, retryAfter: 1 })
})

it('refills the requests of an account with time, up to the burst', () => {
  learn(0)
  elapsed = 1_500
  expect(take()).toMatchObject({ remaining: 2, retryAfter: 0 })
  elapsed = 60_000
  expect(take()).toMatchObject({ remaining: 9 })
})

it('makes an account wait longer if gateways accepted too many of its requests', () => {
  learn(-9)
  expect(take()).toMatchObject({ remaining: 0, retryAfter: 5, fullAfter: 10 })
})

it('subtracts unreported requests from the allowance in the answer of an authentication call', () => {
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

it('adds a lost report to the next one and does not report refused requests', () => {
  learn(1)
  take()
  take()
  const lost = allowances.report()
  allowances.giveBack(lost)
  expect(allowances.report()).toEqual([{ resellerId: account, requests: 1 }])
})

it('returns undefined for an unknown account', () => expect(allowances.take(8)).toBeUndefined())
