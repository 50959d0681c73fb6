import { openHealth, type Health } from './health'
import { Metrics } from './metrics'

describe('the health listener', () => {
  let missing: () => Promise<string | undefined>
  const metrics = new Metrics('sample')
  let health: Health

  beforeAll(async () => {
    health = await openHealth({ host: '127.0.0.1', port: 0 }, () => missing(), metrics)
  })
  afterAll(() => health.close())

  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${health.port}${path}`)
    return [response.status, await response.text()]
  }

  it('answers 200 on /healthz even if the service lacks a part', async () => {
    missing = async () => 'database'
    expect(await ask('/healthz')).toEqual([200, 'alive'])
  })

  it('answers on /readyz whether the service can work, and names the missing part', async () => {
    missing = async () => undefined
    expect(await ask('/readyz')).toEqual([200, 'ready'])
    missing = async () => 'broker'
    expect(await ask('/readyz')).toEqual([503, 'broker'])
    missing = async () => Promise.reject(new Error('secret place'))
    expect(await ask('/readyz')).toEqual([503, 'not ready'])
  })

  it('answers 503 on /readyz if the service does not return its state in time', async () => {
    missing = () => new Promise(() => undefined)
    expect(await ask('/readyz')).toEqual([503, 'not ready'])
  })

  it('returns the metrics on /metrics with their media type, also if one of them hangs', async () => {
    metrics.add({ name: 'sample_length', help: 'Things.', read: () => 1 })
    metrics.add({ name: 'sample_hanging', help: 'Does not end.', read: () => new Promise(() => undefined) })
    const response = await fetch(`http://127.0.0.1:${health.port}/metrics`)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(await response.text()).toContain('sample_length 1\n')
  })

  it('answers 404 on other paths', async () => {
    expect((await ask('/'))[0]).toBe(404)
  })

  it('fails to open on a port that is in use', async () => {
    await expect(openHealth({ host: '127.0.0.1', port: health.port }, missing, metrics)).rejects.toThrow('EADDRINUSE')
  })

  it('closes even if a probe keeps its connection open', async () => {
    const own = await openHealth({ host: '127.0.0.1', port: 0 }, async () => undefined, metrics)
    await fetch(`http://127.0.0.1:${own.port}/healthz`, { headers: { connection: 'keep-alive' } })
    await own.close()
    await expect(fetch(`http://127.0.0.1:${own.port}/healthz`)).rejects.toThrow()
  })
})
