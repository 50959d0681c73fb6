import type { ErrorName } from '@nameyard/contracts/errors'
import type { RegistryOperationKind } from '@nameyard/contracts/registry/submit-operation'
import { orderRefusal } from './order-refusal'

const refusedWith = (kind: RegistryOperationKind, code: number, text = 'no', subject?: string) =>
  orderRefusal(kind, { refusal: 'registry_refused', code, text, ...(subject !== undefined && { subject }) })

test.each<[RegistryOperationKind, number, ErrorName]>([
  ['domain.create', 2302, 'domain_not_free'],
  ['domain.create', 2303, 'registry_refused'],
  ['domain.create', 2304, 'registry_refused'],
  ['domain.create', 2306, 'registry_refused'],
  ['domain.transfer', 2202, 'authcode_invalid'],
  ['domain.transfer', 2300, 'transfer_running'],
  ['domain.transfer', 2303, 'domain_free'],
  ['domain.transfer', 2304, 'domain_locked'],
  ['domain.transfer', 2306, 'registry_refused'],
  ['domain.trade', 2202, 'authcode_invalid'],
  ['domain.renew', 2105, 'renewal_ineligible'],
  ['domain.restore', 2304, 'registry_refused'],
  ['domain.transfer-approve', 2301, 'transfer_not_pending'],
  ['domain.update', 2306, 'registry_refused'],
])('names a %s that the registry refuses with %s: %s', (kind, code, refusal) => {
  expect(refusedWith(kind, code)).toBe(refusal)
})

test('names the refusal of a reserved name domain_reserved', () => {
  const text = 'The name is reserved (Parameter value policy error)'
  expect(refusedWith('domain.create', 2306, text)).toBe('domain_reserved')
  expect(refusedWith('domain.update', 2306, 'The name is reserved')).toBe('registry_refused')
})

test('does not take the code for a nameserver or contact for one about the domain', () => {
  expect(refusedWith('domain.create', 2302, 'Object exists', 'nameserver ns1.example.net')).toBe('registry_refused')
  expect(refusedWith('domain.transfer', 2303, 'Object does not exist', 'contact AB100001-NL')).toBe('registry_refused')
})
