import { createLog, nestLog, type Log } from './log'

/** Returns the lines that a service's log writes to standard output. */
function linesOf(act: (log: Log) => void): Record<string, unknown>[] {
  const written: string[] = []
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
  try {
    act(createLog('domains', 'debug'))
  } finally {
    write.mockRestore()
  }
  return written.map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('the log of a service', () => {
  it('writes lines with the name of the service', () => {
    expect(linesOf((log) => log.info({ operationId: 'o-1' }, 'settled'))).toEqual([
      expect.objectContaining({ name: 'domains', level: 30, operationId: 'o-1', msg: 'settled' }),
    ])
  })

  it.each([
    ['password'],
    ['auth_code'],
    ['authCode'],
    ['authInfo'],
    ['newPW'],
    ['pw'],
    ['token'],
    ['Authorization'],
    ['privateKey'],
    ['REGISTRY_SANDBOX_PASSWORD'],
    ['DATABASE_URL'],
    ['AMQP_URL'],
  ])('never contains the value of %s, at any depth', (key) => {
    const lines = linesOf((log) => {
      log.info({ [key]: 'hunter2' }, 'flat')
      log.info({ a: { b: { c: [{ d: { [key]: { value: 'hunter2' } } }] } } }, 'deep')
    })
    expect(JSON.stringify(lines)).not.toContain('hunter2')
    expect(lines[0]).toMatchObject({ [key]: '[secret]' })
  })

  it('contains the values of keys that only look like secrets', () => {
    const [line] = linesOf((log) => log.info({ author: 'a', pwd_age: 3, tokens_left: 2, keyword: 'k' }, 'plain'))
    expect(line).toMatchObject({ author: 'a', pwd_age: 3, tokens_left: 2, keyword: 'k' })
  })

  it('contains type, message, code and cause of an error, but none of its data', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (auth_code)=(hunter2)' })
    const error = Object.assign(new TypeError('not stored', { cause }), { parameters: ['hunter2'], query: 'insert' })
    const [line] = linesOf((log) => log.error({ err: error }, 'failed'))
    expect(line?.err).toMatchObject({
      type: 'TypeError',
      message: 'not stored',
      stack: expect.stringContaining('log.spec'),
      cause: { message: 'duplicate key', code: '23505' },
    })
    expect(JSON.stringify(line)).not.toContain('hunter2')
  })

  it('accepts an object that refers to itself', () => {
    const round: { self?: unknown } = {}
    round.self = round
    expect(linesOf((log) => log.info({ round }, 'round'))).toHaveLength(1)
  })

  it('contains messages of Nest with context and stack, and those about its start with the level debug', () => {
    const lines = linesOf((log) => {
      const nest = nestLog(log)
      nest.log('started', 'NestFactory')
      nest.warn('slow', 'relay')
      nest.error('broke', 'Error: broke\n  at here', 'messaging')
      nest.error('broke quietly', undefined, 'messaging')
    })
    expect(lines).toEqual([
      expect.objectContaining({ level: 20, context: 'NestFactory', msg: 'started' }),
      expect.objectContaining({ level: 40, context: 'relay', msg: 'slow' }),
      expect.objectContaining({ level: 50, context: 'messaging', stack: 'Error: broke\n  at here', msg: 'broke' }),
      expect.objectContaining({ level: 50, context: 'messaging', msg: 'broke quietly' }),
    ])
  })
})
