import { openHealth, type Health } from './health'

describe('the health listener', () => {
  let missing: () => Promise<string | undefined>
  let health: Health

  beforeAll(async () => {
    const metrics = async () => 'sample_length 1\n'
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

  it('returns the metrics on /metrics', async () => {
    expect(await ask('/metrics')).toEqual([200, 'sample_length 1\n'])
  })

  it('answers 404 on other paths', async () => {
    expect((await ask('/'))[0]).toBe(404)
  })

  it('fails to open on a port that is in use', async () => {
    await expect(openHealth({ host: '127.0.0.1', port: health.port }, missing)).rejects.toThrow('EADDRINUSE')
  })

  it('closes even if a probe keeps its connection open', async () => {
    const own = await openHealth({ host: '127.0.0.1', port: 0 }, async () => undefined)
    await fetch(`http://127.0.0.1:${own.port}/healthz`, { headers: { connection: 'keep-alive' } })
    await own.close()
    await expect(fetch(`http://127.0.0.1:${own.port}/healthz`)).rejects.toThrow()
  })
})
