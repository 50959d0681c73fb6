import { setTimeout } from 'node:timers/promises'
import { createLog } from '@nameyard/runtime/log'
import { eventually } from '@nameyard/testing/eventually'
import { behind, customer, openEdge, type Edge } from './edge'

let edge: Edge
beforeAll(async () => void (edge = await openEdge()))
afterAll(() => edge?.close())
afterEach(() => void (behind.hold = undefined))

test('a request that takes longer than the limit has one line in the log, without its content', async () => {
  const written: string[] = []
  const log = createLog('gateway', 'warn', { write: (line: string) => void written.push(line) })
  const gateway = await edge.start({ SLOW_REQUEST_MS: '1' }, log)
  behind.hold = setTimeout(5)
  const { headers } = await edge.create(customer, { to: gateway })
  await eventually(() => Promise.resolve(written.length > 0), 'the line')
  expect(written.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      msg: 'slow request',
      request: headers['x-request-id'],
      account: 7,
      operation: 'customers.create',
      ms: expect.any(Number),
    }),
  ])
  expect(written.join('')).not.toContain(customer.email)
})
