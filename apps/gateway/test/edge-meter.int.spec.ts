import { eventually } from '@nameyard/testing/eventually'
import { faultsOfMetrics } from '@nameyard/testing/promtool'
import { customer, openEdge, type Edge } from './edge'

let edge: Edge
beforeAll(async () => void (edge = await openEdge()))
afterAll(() => edge?.close())

const counts = async (line: string) =>
  (await edge.gateway.metrics.print()).includes(`gateway_request_seconds_count${line}\n`)

test('requests are counted by operation and outcome; those without an operation together', async () => {
  await edge.create(customer)
  await edge.create({})
  await edge.ask('GET', '/v1/nothing-here')
  await edge.ask('GET', '/v1/nothing-else?token=secret')
  for (const line of [
    '{operation="customers.create",outcome="ok"} 1',
    '{operation="customers.create",outcome="refused"} 1',
    '{operation="none",outcome="refused"} 2',
  ])
    await eventually(() => counts(line), line)
  const text = await edge.gateway.metrics.print()
  expect(text).toContain('gateway_requests_in_progress 0\n')
  expect(text).not.toContain('nothing')
  expect(faultsOfMetrics(text)).toBe('')
})
