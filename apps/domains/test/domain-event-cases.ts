import type { Domain } from '../src/lifecycle/model/domain'
import { day } from './example-domain'

/** Changes of a domain and the types of the events that announce them: what the example domain has otherwise. */
type Changes = readonly (readonly [before: Partial<Domain>, after: Partial<Domain>, types: readonly string[]])[]

/** What a domain has that was registered. */
export const held = {
  activatedAt: day('2027-01-01'),
  expiresAt: day('2028-01-01'),
  transferLockedUntil: day('2027-03-01'),
} as const

/** Types of events that no change of a domain is: they come with time, or when a code is read. */
export const ofTime: readonly string[] = ['domain.expiring', 'domain.data-reminder', 'domain.auth-code-disclosed']

/** New domains, and the type of the event that announces each. */
export const arrivals: readonly (readonly [domain: Partial<Domain>, type: string])[] = [
  [{ phase: 'create.queued' }, 'domain.ordered'],
  [{ phase: 'transfer.queued', type: 'TRANSFER' }, 'domain.transfer-in-requested'],
  [{ phase: 'transfer.scheduled', type: 'TRANSFER' }, 'domain.transfer-in-requested'],
  [{ phase: 'waiting.party', type: 'TRANSFER' }, 'domain.transfer-in-requested'],
  [{ ...held, phase: 'active' }, 'domain.adopted'],
  [{ ...held, phase: 'active', type: 'TRANSFER', movedFrom: 2 }, 'domain.transfer-in-completed'],
]

/** Changes of an active domain. */
export const changes: Changes = (
  [
    [{}, {}, []],
    [{ version: 1 }, { version: 2, changedAt: day('2027-02-01'), nextCheckAt: day('2027-02-02') }, []],
    [{ phase: 'active' }, { phase: 'active.changing' }, []],
    [{}, { leavesZones: true }, []],
    [{}, { isAutorenewedByDefault: false }, []],
    [{}, { adminHandle: 'BE100000-NL' }, ['domain.changed']],
    [{}, { nameServers: [] }, ['domain.changed']],
    [{}, { zoneKeys: [{ flags: 257, protocol: 3, alg: 13, pubKey: 'AA==' }] }, ['domain.changed']],
    [{}, { isLocked: true }, ['domain.changed']],
    [{ isLocked: true }, {}, ['domain.changed', 'domain.transfer-lock-removed']],
    [{}, { autorenew: 'off' }, ['domain.changed']],
    [{}, { isPrivate: true }, ['domain.changed']],
    [{}, { comments: 'for Bert' }, ['domain.changed']],
    [{}, { registryStatuses: ['serverHold'] }, ['domain.changed']],
    [{}, { registryExpiresAt: day('2029-01-01') }, ['domain.changed']],
    [{}, { ownerHandle: 'BE100000-NL', isLocked: true }, ['domain.owner-changed']],
    [{}, { isSuspended: true }, ['domain.suspended']],
    [{ isSuspended: true }, {}, ['domain.unsuspended']],
    [{}, { authCode: 'other' }, ['domain.auth-code-changed']],
    [{}, { internalAuthCode: 'first' }, ['domain.auth-code-changed']],
    [{}, { authCode: 'other', isLocked: true }, ['domain.changed', 'domain.auth-code-changed']],
    [{}, { expiresAt: day('2029-01-01') }, ['domain.renewed']],
    [{ phase: 'active.changing' }, { phase: 'active', expiresAt: day('2029-01-01') }, ['domain.renewed']],
    [{}, { retryAt: day('2028-01-02') }, ['domain.renewal-failed']],
    [{ retryAt: day('2028-01-02') }, { retryAt: day('2028-01-03') }, ['domain.renewal-failed']],
    [{ retryAt: day('2028-01-02') }, { retryAt: day('2028-01-02') }, []],
    [{ retryAt: day('2028-01-02') }, {}, []],
    [{}, { removalReason: 'owner' }, ['domain.deletion-requested']],
    [{}, { removalReason: 'policy' }, ['domain.deletion-requested']],
    [{ removalReason: 'owner' }, {}, ['domain.deletion-failed']],
    [{}, { removalReason: 'expired' }, ['domain.expired']],
    [{ removalReason: 'expired' }, { removalReason: 'expired', retryAt: day('2028-01-02') }, []],
  ] as Changes
).map(([before, after, types]) => [{ ...held, ...before }, { ...held, ...after }, types])

/** Changes of the phase. */
export const moves: Changes = [
  [{ phase: 'create.queued' }, { phase: 'create.pending' }, []],
  [{ phase: 'create.queued' }, { phase: 'waiting.party' }, ['domain.changed']],
  [{ phase: 'create.queued' }, { phase: 'active', ...held, authCode: 'of registry' }, ['domain.activated']],
  [{ phase: 'create.queued' }, { phase: 'failed' }, ['domain.registration-failed']],
  [{ phase: 'failed' }, { phase: 'create.queued' }, ['domain.ordered']],
  [{ phase: 'failed' }, { phase: 'failed', deletedAt: day('2027-02-01') }, ['domain.order-removed']],
  [{ ...held }, { ...held, phase: 'active.pendingTransfer' }, ['domain.transfer-out-requested']],
  [{ ...held, phase: 'active.pendingTransfer' }, { ...held }, ['domain.transfer-out-cancelled']],
  [
    { ...held, phase: 'active.pendingTransfer' },
    { ...held, phase: 'transferredAway', authCode: '', removalReason: 'transferred' },
    ['domain.transfer-out-completed'],
  ],
  [{ ...held }, { ...held, phase: 'active.trading', ownerHandle: 'BE100000-NL' }, ['domain.trade-requested']],
  [{ ...held, phase: 'active.trading' }, { ...held, ownerHandle: 'BE100000-NL' }, ['domain.trade-failed']],
  [
    { ...held, phase: 'active.trading' },
    { ...held, transferLockedUntil: day('2027-09-01'), expiresAt: day('2029-01-01') },
    ['domain.owner-changed'],
  ],
  [{ ...held }, { ...held, phase: 'quarantine.soft', removalReason: 'owner' }, ['domain.quarantined']],
  [{ ...held }, { ...held, phase: 'quarantine.soft', removalReason: 'expired' }, ['domain.expired']],
  [{ ...held, phase: 'quarantine.soft' }, { ...held, phase: 'redemption' }, ['domain.deleted']],
  [{ ...held, phase: 'redemption' }, { ...held, phase: 'restoring' }, ['domain.restore-requested']],
  [{ ...held, phase: 'restoring' }, { ...held, phase: 'redemption' }, ['domain.restore-failed']],
  [{ ...held, phase: 'restoring' }, { ...held, phase: 'quarantine.soft' }, ['domain.restore-failed']],
  [{ ...held, phase: 'restoring' }, { ...held, expiresAt: day('2029-01-01') }, ['domain.restored']],
  [{ ...held, phase: 'redemption' }, { ...held, phase: 'pendingDelete' }, ['domain.pending-delete']],
  [{ ...held, phase: 'pendingDelete' }, { ...held, phase: 'purged', authCode: '' }, ['domain.purged']],
]

/** Changes of incoming transfers. */
export const incoming: Changes = (
  [
    [{ phase: 'transfer.scheduled' }, { phase: 'transfer.queued' }, ['domain.changed']],
    [
      { phase: 'waiting.party' },
      { phase: 'transfer.queued', authorizedAt: day('2027-01-02') },
      ['domain.transfer-in-approved'],
    ],
    [{ phase: 'transfer.queued' }, { phase: 'transfer.pending' }, []],
    [{ phase: 'transfer.pending' }, { phase: 'failed' }, ['domain.transfer-in-failed']],
    [{ phase: 'failed' }, { phase: 'waiting.party' }, ['domain.transfer-in-requested']],
    [{ phase: 'transfer.pending' }, { phase: 'active', ...held }, ['domain.transfer-in-completed']],
  ] as Changes
).map(([before, after, types]) => [{ type: 'TRANSFER', ...before }, { type: 'TRANSFER', ...after }, types])
