import { createLog, nestLog, type Log } from './log'

/** What a service's log writes to standard output. */
function told(act: (log: Log) => void): Record<string, unknown>[] {
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
    expect(told((log) => log.info({ operationId: 'o-1' }, 'settled'))).toEqual([
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
  ])('never tells a %s, wherever it stands', (key) => {
    const lines = told((log) => {
      log.info({ [key]: 'hunter2' }, 'flat')
      log.info({ a: { b: { c: [{ d: { [key]: { value: 'hunter2' } } }] } } }, 'deep')
    })
    expect(JSON.stringify(lines)).not.toContain('hunter2')
    expect(lines[0]).toMatchObject({ [key]: '[secret]' })
  })

  it('keeps words that only look like secrets', () => {
    const [line] = told((log) => log.info({ author: 'a', pwd_age: 3, tokens_left: 2, keyword: 'k' }, 'plain'))
    expect(line).toMatchObject({ author: 'a', pwd_age: 3, tokens_left: 2, keyword: 'k' })
  })

  it('tells type, message, code and cause of an error, and none of what it was about', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (auth_code)=(hunter2)' })
    const error = Object.assign(new TypeError('not stored', { cause }), { parameters: ['hunter2'], query: 'insert' })
    const [line] = told((log) => log.error({ err: error }, 'failed'))
    expect(line?.err).toMatchObject({
      type: 'TypeError',
      message: 'not stored',
      stack: expect.stringContaining('log.spec'),
      cause: { message: 'duplicate key', code: '23505' },
    })
    expect(JSON.stringify(line)).not.toContain('hunter2')
  })

  it('survives what refers to itself', () => {
    const round: { self?: unknown } = {}
    round.self = round
    expect(told((log) => log.info({ round }, 'round'))).toHaveLength(1)
  })

  it('takes what Nest says with its context, the stack of an error, and its start as detail', () => {
    const lines = told((log) => {
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
