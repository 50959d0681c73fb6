import { behind, customer, openEdge, type Edge } from './edge'

let edge: Edge
const ask: Edge['ask'] = (...asked) => edge.ask(...asked)
const create: Edge['create'] = (...asked) => edge.create(...asked)

beforeAll(async () => void (edge = await openEdge()))
afterAll(() => edge?.close())
beforeEach(() => void (behind.seen.length = 0))

describe('the gateway', () => {
  it('answers an internal error with its correlation id and no details', async () => {
    const answer = await create({ ...customer, comments: 'explode' })
    expect(answer.status).toBe(500)
    expect(answer.json).toEqual({ desc: `Internal error ${behind.seen[0]!.call.correlationId}.`, code: 999, data: '' })
  })

  it('answers 503 with Retry-After if a service does not run', async () => {
    const impatient = await edge.start({ GATEWAY_REQUEST_MS: '200' })
    const answer = await ask('GET', '/v1/domains', { to: impatient })
    await impatient.close()
    expect(answer).toMatchObject({ status: 503, json: { code: 4005, data: '' } })
    expect(answer.headers['retry-after']).toBe('2')
  })

  it('answers 503 with Retry-After over the limit of requests in progress, and accepts requests again below it', async () => {
    const narrow = await edge.start({ GATEWAY_IN_FLIGHT: '2' })
    // Authenticates first, so that only the reads are in progress.
    await ask('GET', '/v1/customers', { to: narrow })
    behind.seen.length = 0
    let release = () => {}
    behind.hold = new Promise((resolve) => (release = resolve))
    const waiting = [1, 2].map(() => ask('GET', '/v1/customers/AT1-NL', { to: narrow }))
    while (behind.seen.length < 2) await new Promise(setImmediate)
    const refused = await ask('GET', '/v1/customers', { to: narrow })
    release()
    behind.hold = undefined
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, json: { code: 4005 } })
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([404, 404])
    expect(await ask('GET', '/v1/customers', { to: narrow })).toMatchObject({ status: 200 })
    await narrow.close()
  })

  it('answers requests in progress while it closes, and refuses new connections', async () => {
    const closing = await edge.start()
    let release = () => {}
    behind.hold = new Promise((resolve) => (release = resolve))
    const waiting = ask('GET', '/v1/customers/AT1-NL', { to: closing, headers: { connection: 'keep-alive' } })
    while (behind.seen.length < 1) await new Promise(setImmediate)
    const closed = closing.close()
    await expect(ask('GET', '/v1/customers', { to: closing })).rejects.toThrow(/ECONNREFUSED/)
    release()
    behind.hold = undefined
    // A connection that is kept alive would delay the end of the process by more than a minute.
    expect(await waiting).toMatchObject({ status: 404, json: { code: 193 }, headers: { connection: 'close' } })
    await closed
  })
})

describe('a service that starts after the gateway', () => {
  it('gets requests as soon as it runs', async () => {
    await edge.serveDomains()
    const query = 'order_by.domain_name=DESC&status_not_equal=DEL&status_not_equal=FAI&limit=5'
    expect(await ask('GET', `/v1/domains?${query}`)).toMatchObject({ status: 200 })
    expect(behind.seen[0]!.input).toMatchObject({
      order_by: { domain_name: 'desc' },
      status_not_equal: ['DEL', 'FAI'],
      limit: 5,
    })
  })
})
