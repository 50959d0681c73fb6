import type { Phase } from '../../lifecycle/model/lifecycle'
import { transferSource } from './transfer'

const [own, other] = [1, 2]
const held = (phase: Phase, over = {}) => ({
  resellerId: other,
  phase,
  authCode: 'external',
  internalAuthCode: 'internal',
  ...over,
})

test('a name that the platform does not have comes from another registrar', () => {
  expect(transferSource(undefined, own, undefined)).toBe('another registrar')
})

test('a domain of another account is transferred by its internal code', () => {
  expect(transferSource(held('active'), own, 'internal')).toBe('another account')
})

test.each([
  ['active', 'external', 'internal_transfer'],
  ['active', undefined, 'internal_transfer'],
  ['active', 'wrong', 'authcode_invalid'],
  ['active.pendingTransfer', 'internal', 'domain_status_prohibits'],
  ['redemption', 'internal', 'domain_status_prohibits'],
  ['create.queued', 'internal', 'domain_status_prohibits'],
  ['transfer.pending', undefined, 'transfer_running'],
] as const)('a domain in phase %s is not transferred with the code %s: %s', (phase, code, refused) => {
  expect(transferSource(held(phase), own, code)).toEqual({ refused })
})

test('an internal code that was never created allows no transfer', () => {
  expect(transferSource(held('active', { internalAuthCode: '' }), own, '')).toEqual({ refused: 'authcode_invalid' })
})

test.each([
  ['active', 'domain_in_account'],
  ['quarantine.soft', 'domain_not_active'],
  ['create.queued', 'domain_order_duplicate'],
  ['transfer.scheduled', 'transfer_running'],
] as const)('a domain of the account itself in phase %s is refused with %s', (phase, refused) => {
  expect(transferSource(held(phase, { resellerId: own }), own, 'internal')).toEqual({ refused })
})
