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

  it('says that the process lives, whatever it lacks', async () => {
    missing = async () => 'database'
    expect(await ask('/healthz')).toEqual([200, 'alive'])
  })

  it('says whether the service can work, and names what is missing', async () => {
    missing = async () => undefined
    expect(await ask('/readyz')).toEqual([200, 'ready'])
    missing = async () => 'broker'
    expect(await ask('/readyz')).toEqual([503, 'broker'])
    missing = async () => Promise.reject(new Error('secret place'))
    expect(await ask('/readyz')).toEqual([503, 'not ready'])
  })

  it('answers although the service never says whether it can work', async () => {
    missing = () => new Promise(() => undefined)
    expect(await ask('/readyz')).toEqual([503, 'not ready'])
  })

  it('shows the figures', async () => {
    expect(await ask('/metrics')).toEqual([200, 'sample_length 1\n'])
  })

  it('has nothing else', async () => {
    expect((await ask('/'))[0]).toBe(404)
  })

  it('refuses to open on a port that is taken', async () => {
    await expect(openHealth({ host: '127.0.0.1', port: health.port }, missing)).rejects.toThrow('EADDRINUSE')
  })

  it('closes while a probe keeps its connection', async () => {
    const own = await openHealth({ host: '127.0.0.1', port: 0 }, async () => undefined)
    await fetch(`http://127.0.0.1:${own.port}/healthz`, { headers: { connection: 'keep-alive' } })
    await own.close()
    await expect(fetch(`http://127.0.0.1:${own.port}/healthz`)).rejects.toThrow()
  })
})
