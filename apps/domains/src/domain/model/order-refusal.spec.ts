import type { ErrorName } from '@nameyard/contracts/errors'
import type { OperationPurpose } from './lifecycle'
import { refusalOf } from './order-refusal'

const refusedWith = (purpose: OperationPurpose, code: number, text = 'no', subject?: string) =>
  refusalOf({ purpose, outcome: 'refused', reason: { refusal: 'domain_not_found', code, text, subject }, view: {} })

test.each<[OperationPurpose, number, ErrorName]>([
  ['create', 2302, 'domain_not_free'],
  ['create', 2303, 'registry_refused'],
  ['create', 2304, 'registry_refused'],
  ['create', 2306, 'registry_refused'],
  ['transfer', 2202, 'authcode_invalid'],
  ['transfer', 2300, 'transfer_running'],
  ['transfer', 2303, 'domain_free'],
  ['transfer', 2304, 'domain_locked'],
  ['transfer', 2306, 'registry_refused'],
  ['trade', 2202, 'authcode_invalid'],
  ['renew', 2105, 'renewal_ineligible'],
  ['restore', 2304, 'registry_refused'],
  ['approve', 2301, 'transfer_not_pending'],
  ['update', 2306, 'registry_refused'],
])('a %s that the registry answers with %s is refused with %s', (purpose, code, refusal) => {
  expect(refusedWith(purpose, code)).toBe(refusal)
})

test('a name that the registry says is reserved is refused as reserved', () => {
  expect(refusedWith('create', 2306, 'The name is reserved (Parameter value policy error)')).toBe('domain_reserved')
  expect(refusedWith('update', 2306, 'The name is reserved')).toBe('registry_refused')
})

test('the code for a nameserver or contact says nothing of the domain', () => {
  expect(refusedWith('create', 2302, 'Object exists', 'nameserver ns1.example.net')).toBe('registry_refused')
  expect(refusedWith('transfer', 2303, 'Object does not exist', 'contact AB100001-NL')).toBe('registry_refused')
})

test('an operation on a domain that another registrar has is refused as that', () => {
  const reason = { code: 2201, text: 'no' }
  const ended = { purpose: 'renew', outcome: 'refused', reason } as const
  expect(refusalOf({ ...ended, view: { presence: 'foreign' } })).toBe('domain_elsewhere')
  expect(refusalOf({ ...ended, view: { presence: 'missing' } })).toBe('domain_unknown_to_registry')
})

test('an operation that has failed is refused with what the registry said', () => {
  const failed = (reason?: { refusal: ErrorName; code?: number; text: string }) =>
    refusalOf({ purpose: 'create', outcome: 'failed', reason, view: {} })
  expect(failed({ refusal: 'internal_error', code: 2003, text: 'Required parameter missing' })).toBe('registry_refused')
  expect(failed({ refusal: 'registry_unavailable', code: 2400, text: 'Command failed' })).toBe('registry_refused')
  expect(failed({ refusal: 'registry_unavailable', text: 'it does not show the change' })).toBe('registry_refused')
  expect(failed({ refusal: 'internal_error', text: 'the contact belongs to another registrar' })).toBe('internal_error')
  expect(failed()).toBe('registry_unavailable')
})
