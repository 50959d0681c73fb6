import { loggingFor, workFields, working } from './work'

describe('the fields of a log line', () => {
  const work = { correlationId: 'c', operation: 'domains.get', account: 7 }
  const fields = { request: 'c', operation: 'domains.get', account: 7 }

  it('are those of the current work, also after a pause', async () => {
    expect(workFields()).toEqual({})
    await working(work, async () => {
      await Promise.resolve()
      expect(workFields()).toEqual(fields)
    })
    expect(workFields()).toEqual({})
  })

  it('are those that are given where no work is followed, for these lines only', () => {
    loggingFor(work, () => expect(workFields()).toEqual(fields))
    expect(workFields()).toEqual({})
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00'
    const traced = { ...fields, trace: '4bf92f3577b34da6a3ce929d0e0e4736' }
    loggingFor({ ...work, trace }, () => expect(workFields()).toEqual(traced))
    const failing = () => {
      throw new Error('the log is full')
    }
    expect(() => loggingFor(work, failing)).toThrow('the log is full')
    expect(workFields()).toEqual({})
  })

  it('are those of the current work before those that are given', () =>
    working({ correlationId: 'other' }, () =>
      loggingFor(work, () => expect(workFields()).toEqual({ request: 'other' })),
    ))
})
