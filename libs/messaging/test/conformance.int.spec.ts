import { Refusal } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { ownBroker, type Broker } from './broker'
import { echo, gated, square, start, unhandled, type Running } from './fixture'

const urls = (process.env.TEST_AMQP_URLS ?? 'amqp://guest:guest@127.0.0.1:5672').split(',')
const now = (): number => performance.timeOrigin + performance.now()
const call = (over: Partial<Call> = {}): Call => ({ correlationId: 'c-1', deadline: now() + 10_000, ...over })

const refusalOf = async (answer: Promise<unknown>): Promise<Refusal> => {
  const error: unknown = await answer.then(
    () => new Error('was not refused'),
    (error: unknown) => error,
  )
  if (!(error instanceof Refusal)) throw error
  return error
}

describe.each(urls)('messaging over %s', (url) => {
  let broker: Broker
  let dns: Running
  let gateway: Running

  beforeAll(async () => {
    broker = await ownBroker(url)
    dns = await start('dns', { url: broker.url, now })
    gateway = await start('gateway', { url: broker.url, now })
  })

  afterAll(async () => {
    await gateway?.app.close()
    await dns?.app.close()
    await broker?.remove()
  })

  it('answers an operation with the result of its handler', async () => {
    const result = await gateway.rpc.call(echo, { text: 'ab', times: '2' }, call({ correlationId: 'c-7' }))
    expect(result).toEqual({ text: 'abab', correlationId: 'c-7' })
  })

  it('hands the result over as text, with its warnings', async () => {
    expect(await gateway.rpc.callText(echo, { text: 'ü' }, call())).toEqual({
      data: '{"text":"ü","correlationId":"c-1"}',
      warnings: '[]',
    })
    const { warnings } = await gateway.rpc.callText(echo, { text: 'advise' }, call())
    expect(JSON.parse(warnings)).toEqual([{ code: 1, data: 'text', desc: 'Say less.' }])
  })

  it('carries a refusal with its details', async () => {
    const refusal = await refusalOf(gateway.rpc.call(echo, { text: 'refuse' }, call()))
    expect(refusal).toMatchObject({ refusal: 'zone_not_found', details: { zone: 'example.org' } })
  })

  it('squares together', async () => {
    const numbers = Array.from({ length: 100 }, (_, i) => i)
    const answers = await Promise.all(numbers.map((number) => gateway.rpc.call(square, { number }, call())))
    expect(answers.map(({ square }) => square)).toEqual(numbers.map((number) => number ** 2))
    expect(dns.bench.batches.length).toBeLessThan(10)
  })
})
