import type { ErrorName } from '@nameyard/contracts/errors'
import { refusalOf } from './order-refusal'

test('refuses an order with the name that the registry worker reports', () => {
  const reason = { refusal: 'domain_locked', code: 2304, text: 'no' } as const
  expect(refusalOf({ purpose: 'transfer', outcome: 'refused', reason, view: {} })).toBe('domain_locked')
})

test('refuses an order whose contact or host the registry refused with registry_refused', () => {
  const subject = 'nameserver ns1.example.net'
  const reason = { refusal: 'domain_not_free', code: 2302, text: 'Object exists', subject } as const
  expect(refusalOf({ purpose: 'create', outcome: 'refused', reason, view: {} })).toBe('registry_refused')
})

test('names the refusal to delete a host that other domains use', () => {
  const reason = {
    refusal: 'nameserver_in_use',
    code: 2305,
    text: 'no',
    subject: 'nameserver ns1.example.com',
  } as const
  expect(refusalOf({ purpose: 'host', outcome: 'refused', reason, view: {} })).toBe('nameserver_in_use')
})

test('refuses an operation on a domain that another registrar sponsors, or that the registry does not know', () => {
  const reason = { refusal: 'registry_refused', code: 2201, text: 'no' } as const
  const ended = { purpose: 'renew', outcome: 'refused', reason } as const
  expect(refusalOf({ ...ended, view: { presence: 'foreign' } })).toBe('domain_elsewhere')
  expect(refusalOf({ ...ended, view: { presence: 'missing' } })).toBe('domain_unknown_to_registry')
})

test('does not report an operation that the registry answered as an unavailable registry', () => {
  const failed = (reason?: { refusal: ErrorName; code?: number; text: string }) =>
    refusalOf({ purpose: 'create', outcome: 'failed', reason, view: {} })
  expect(failed({ refusal: 'internal_error', code: 2003, text: 'Required parameter missing' })).toBe('registry_refused')
  expect(failed({ refusal: 'registry_unavailable', code: 2400, text: 'Command failed' })).toBe('registry_refused')
  expect(failed({ refusal: 'registry_unavailable', text: 'it does not show the change' })).toBe('registry_refused')
  expect(failed({ refusal: 'internal_error', text: 'the contact belongs to another registrar' })).toBe('internal_error')
  expect(failed()).toBe('registry_unavailable')
})
