import type { IncomingMessage } from 'node:http'
import { requestId } from './request-id'

const request = (headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress: '192.0.2.1' } }) as unknown as IncomingMessage

const nobody = () => false

describe('the id of a request', () => {
  it('is a UUID of version 7 that begins with its time', () => {
    const before = Date.now()
    const id = requestId(request(), nobody)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    const time = parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
    expect(time).toBeGreaterThanOrEqual(before)
    expect(time).toBeLessThanOrEqual(Date.now())
  })

  it('differs from all others in every part that is not the time', () => {
    const ids = Array.from({ length: 10_000 }, () => requestId(request(), nobody))
    expect(new Set(ids.map((id) => id.slice(24))).size).toBe(ids.length)
    expect(new Set(ids.map((id) => id.slice(14, 23))).size).toBeGreaterThan(ids.length - 5)
  })

  it('is that of a trusted proxy only if it is a UUID', () => {
    const given = '0123456789ABCDEF0123456789ABCDEF'
    const everyone = () => true
    expect(requestId(request({ 'x-request-id': given }), everyone)).toBe('01234567-89ab-cdef-0123-456789abcdef')
    expect(requestId(request({ 'x-request-id': given }), nobody)).not.toContain('01234567-89ab')
    expect(requestId(request({ 'x-request-id': 'chosen' }), everyone)).not.toBe('chosen')
  })
})
