import type { Phase } from './lifecycle'
import { transferRoad } from './transfer'

const [own, other] = [1, 2]
const held = (phase: Phase, over = {}) => ({
  resellerId: other,
  phase,
  authCode: 'external',
  internalAuthCode: 'internal',
  ...over,
})

test('a name that is not here comes from another registrar', () => {
  expect(transferRoad(undefined, own, undefined)).toBe('another registrar')
})

test('a domain of another account comes by its internal code', () => {
  expect(transferRoad(held('active'), own, 'internal')).toBe('another account')
})

test.each([
  ['active', 'external', 'internal_transfer'],
  ['active', undefined, 'internal_transfer'],
  ['active', 'wrong', 'authcode_invalid'],
  ['active.leaving', 'internal', 'domain_status_prohibits'],
  ['quarantine.hard', 'internal', 'domain_status_prohibits'],
  ['create.queued', 'internal', 'domain_status_prohibits'],
  ['transfer.pending', undefined, 'transfer_running'],
] as const)('one that is %s does not come with the code %s: %s', (phase, code, refused) => {
  expect(transferRoad(held(phase), own, code)).toEqual({ refused })
})

test('an internal code that was never made opens nothing', () => {
  expect(transferRoad(held('active', { internalAuthCode: '' }), own, '')).toEqual({ refused: 'authcode_invalid' })
})

test.each([
  ['active', 'domain_in_account'],
  ['quarantine.soft', 'domain_not_active'],
  ['create.queued', 'domain_order_duplicate'],
  ['transfer.scheduled', 'transfer_running'],
] as const)('a domain of the account itself that is %s is refused with %s', (phase, refused) => {
  expect(transferRoad(held(phase, { resellerId: own }), own, 'internal')).toEqual({ refused })
})
