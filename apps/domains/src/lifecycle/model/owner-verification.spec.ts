import { exampleDomain } from '../../../test/example-domain'
import type { Domain } from './domain'
import { demandsVerification, hasNewOwner } from './owner-verification'

it.each([
  ['example.com', {}, true],
  ['example.nl', {}, false],
  ['example.nl', { isOwnerVerified: true }, true],
  ['example.com', { isOwnerVerified: false }, false],
])('%s with %j: whether the address of a registrant must be verified', (name, rules, isDemanded) =>
  expect(demandsVerification({ name }, { isNewGtld: false, ...rules })).toBe(isDemanded),
)

const queued = exampleDomain({ phase: 'create.queued' })
const active = exampleDomain({ phase: 'active' })

it.each<[string, Domain | undefined, Domain, boolean]>([
  ['ordered', undefined, queued, false],
  ['created', queued, active, true],
  ['transferred in', exampleDomain({ phase: 'transfer.pending' }), active, true],
  ['moved from another account', undefined, { ...active, movedFrom: 7 }, true],
  ['adopted', undefined, active, false],
  ['unchanged', active, active, false],
  ['lapsed', active, { ...active, phase: 'quarantine.soft' }, false],
  ['restored', { ...active, phase: 'restoring' }, active, false],
  ['given to another registrant', active, { ...active, ownerHandle: 'AT100001-NL' }, true],
  ['lost', active, { ...active, phase: 'transferredAway' }, false],
])('a domain that was %s: whether its registrant is new', (_, before, after, isNew) =>
  expect(hasNewOwner(before, after)).toBe(isNew),
)
