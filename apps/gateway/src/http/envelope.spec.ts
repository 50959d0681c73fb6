import { errors, Refusal, type ErrorName } from '@nameyard/contracts/errors'
import { failureBody, problemBody, retryAfter, successBody } from './envelope'

const correlationId = '00000000-0000-4000-8000-000000000000'

describe('a success', () => {
  it('wraps texts that are JSON already, compactly and in the order of the wire', () => {
    expect(successBody('{"id":7}', '[]')).toBe('{"code":0,"data":{"id":7},"desc":"","maintenance":false,"warnings":[]}')
  })
})

describe('a failure', () => {
  it('has desc, code and data in this order, and data is a text', () => {
    expect(failureBody(new Refusal('authentication_failed'))).toBe(
      '{"desc":"Authentication/Authorization Failed","code":196,"data":""}',
    )
  })

  it('fits 120 characters whatever the details say', () => {
    const longest = { domain: 'x'.repeat(300), field: '"'.repeat(300), problem: '\\"\u0007😀'.repeat(80) }
    for (const name of Object.keys(errors) as ErrorName[]) {
      const body = failureBody(new Refusal(name, longest))
      expect(body.length).toBeLessThanOrEqual(120)
      expect(JSON.parse(body)).toEqual({ desc: expect.any(String), code: errors[name].code, data: '' })
    }
  })

  it('shortens with an ellipsis and never cuts a character in half', () => {
    const quoted = '"😀'.repeat(13)
    const { desc } = JSON.parse(failureBody(new Refusal('invalid_input', { field: quoted, problem: quoted })))
    expect(desc).toMatch(/…$/)
    expect(desc.isWellFormed()).toBe(true)
  })

  it('leaves a sentence that fits alone', () => {
    const { desc } = JSON.parse(failureBody(new Refusal('domain_not_found', { domain: 'a.example' })))
    expect(desc).toBe('Domain a.example is not in your account.')
  })
})

describe('a problem document', () => {
  it('lists every fault with its field beside code, data and desc', () => {
    const faults = [
      { path: 'name.first_name', problem: 'is required' },
      { path: 'limit', problem: 'must be at most 1000' },
    ]
    const refusal = new Refusal('invalid_input', { field: 'name.first_name', problem: 'is required' }, faults)
    expect(JSON.parse(problemBody(refusal, correlationId))).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'name.first_name: is required.',
      instance: `urn:uuid:${correlationId}`,
      code: 806,
      data: '',
      desc: 'name.first_name: is required.',
      errors: [
        { field: 'name.first_name', code: 806, data: '', desc: 'is required' },
        { field: 'limit', code: 806, data: '', desc: 'must be at most 1000' },
      ],
    })
  })
})

describe('the time to wait', () => {
  it('is told for too many requests and for parts that are down, and for nothing else', () => {
    expect(retryAfter(new Refusal('service_unavailable'))).toBe(2)
    expect(retryAfter(new Refusal('rate_limited', { retryAfter: 1200 }))).toBe(1200)
    expect(retryAfter(new Refusal('domain_not_found'))).toBeUndefined()
  })
})
