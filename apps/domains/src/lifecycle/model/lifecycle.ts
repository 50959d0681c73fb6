/**
 * The lifecycle of a domain as a table: which phase follows which event. Nothing else changes a phase. An event without a
 * transition is stored as a violation. `docs/lifecycle.md` is printed from here.
 */

/** Every phase, in the order in which a domain goes through them. */
export const phases = [
  'create.queued',
  'create.pending',
  'waiting.party',
  'transfer.scheduled',
  'transfer.queued',
  'transfer.pending',
  'active',
  'active.pendingTransfer',
  'active.changing',
  'active.trading',
  'quarantine.soft',
  'redemption',
  'restoring',
  'pendingDelete',
  'purged',
  'transferredAway',
  'failed',
] as const
export type Phase = (typeof phases)[number]

/** The status that resellers see. It depends on the phase alone, never on a message that is not stored. */
export const visibleStatus = {
  'create.queued': 'REQ',
  'create.pending': 'REQ',
  'waiting.party': 'PEN',
  'transfer.scheduled': 'SCH',
  'transfer.queued': 'REQ',
  'transfer.pending': 'REQ',
  active: 'ACT',
  'active.pendingTransfer': 'ACT',
  'active.changing': 'ACT',
  'active.trading': 'REQ',
  'quarantine.soft': 'DEL',
  redemption: 'DEL',
  restoring: 'RRQ',
  pendingDelete: 'DEL',
  purged: 'DEL',
  transferredAway: 'DEL',
  failed: 'FAI',
} as const satisfies Record<Phase, string>

/** How far a deletion is. It depends on the phase alone. */
export const deleteStatus = {
  'create.queued': 'none',
  'create.pending': 'none',
  'waiting.party': 'none',
  'transfer.scheduled': 'none',
  'transfer.queued': 'none',
  'transfer.pending': 'none',
  active: 'none',
  'active.pendingTransfer': 'none',
  'active.changing': 'none',
  'active.trading': 'none',
  'quarantine.soft': 'soft_quarantine',
  redemption: 'quarantine',
  restoring: 'quarantine',
  pendingDelete: 'pending_delete',
  purged: 'deleted',
  transferredAway: 'transferred',
  failed: 'none',
} as const satisfies Record<Phase, string>

/** Phases in which the platform's registrar sponsors the domain at the registry. */
export const heldPhases: ReadonlySet<Phase> = new Set<Phase>([
  'active',
  'active.pendingTransfer',
  'active.changing',
  'active.trading',
  'quarantine.soft',
  'redemption',
  'restoring',
  'pendingDelete',
])

/**
 * What an operation at the registry is for. One kind of operation can serve several purposes: a lapsed domain is restored
 * by a renewal, or by an update alone where the registry has renewed it by itself. `info` is a check by EPP info; the API
 * shows this word.
 */
export type OperationPurpose =
  | 'create'
  | 'transfer'
  | 'cancel'
  | 'renew'
  | 'update'
  | 'trade'
  | 'approve'
  | 'reject'
  | 'delete'
  | 'restore'
  | 'info'
  | 'host'

/** What made the platform submit an operation. */
export type OperationCause = 'order' | 'timer' | 'message' | 'transition'

/**
 * Every event: a request, the result of a registry operation, a state that the registry shows (`info`), or a timer that is
 * due.
 */
export const lifecycleEvents = {
  'create.placed': 'an order is placed and its price reserved',
  'transfer.placed': 'a transfer is placed and its price reserved',
  'transfer.scheduled': 'a transfer is placed that starts on a later day',
  'transfer.waits': 'a transfer is placed that the registrant must authorize first',
  'party.satisfied': 'the registrant has authorized the transfer',
  'party.refused': 'the registrant has rejected the transfer',
  'party.overdue': 'the registrant has not answered in time',
  'schedule.due': 'the day of a scheduled transfer has come, and its price is reserved',
  'schedule.unpaid': 'the day of a scheduled transfer has come, and the credit is too low',
  'restart.asked': 'a failed order is placed again and its price reserved',
  'trade.asked': 'a trade is placed and its price reserved',
  'delete.asked': 'the account deletes the domain',
  'delete.forced': 'the account deletes the domain and skips the soft quarantine, or an operator removes it',
  'restore.asked': 'a restore is placed and its price reserved',
  'create.pending': 'the registry has accepted the create and decides later (1001)',
  'create.unpaid': 'the balance of the registrar at the registry is too low for the create (2104)',
  'create.done': 'the registry has created the domain',
  'create.refused': 'the registry has refused the create',
  'create.failed': 'the create could not be carried out',
  'transfer.pending': 'the registry has accepted the transfer and waits for the losing registrar (1001)',
  'transfer.unpaid': 'the balance of the registrar at the registry is too low for the transfer (2104)',
  'transfer.done': 'the registry has transferred the domain to the platform',
  'transfer.refused': 'the registry or the losing registrar has refused the transfer',
  'transfer.failed': 'the transfer could not be carried out',
  'cancel.done': 'the registry has cancelled the transfer',
  'cancel.refused': 'the registry has refused to cancel the transfer',
  'cancel.failed': 'the cancellation could not be carried out',
  'renew.pending': 'the registry has accepted the renewal and decides later (1001)',
  'renew.done': 'the registry has renewed the domain',
  'renew.refused': 'the registry has refused the renewal',
  'renew.failed': 'the renewal could not be carried out',
  'update.pending': 'the registry has accepted the update and decides later (1001)',
  'update.done': 'the registry has updated the domain',
  'update.refused': 'the registry has refused the update',
  'update.failed': 'the update could not be carried out',
  'trade.pending': 'the registry has accepted the trade and decides later (1001)',
  'trade.done': 'the registry has changed the registrant',
  'trade.refused': 'the registry has refused the trade',
  'trade.failed': 'the trade could not be carried out',
  'approve.done': 'the registry has accepted the approval of an outgoing transfer',
  'approve.refused': 'the registry has refused the approval',
  'approve.failed': 'the approval could not be carried out',
  'reject.done': 'the registry has accepted the rejection of an outgoing transfer',
  'reject.refused': 'the registry has refused the rejection',
  'reject.failed': 'the rejection could not be carried out',
  'delete.pending': 'the registry has accepted the delete and decides later (1001)',
  'delete.done': 'the registry has deleted the domain',
  'delete.refused': 'the registry has refused the delete',
  'delete.failed': 'the delete could not be carried out',
  'restore.pending': 'the registry has accepted the restore and decides later (1001)',
  'restore.done': 'the registry has restored the domain',
  'restore.refused': 'the registry has refused the restore',
  'restore.failed': 'the restore could not be carried out',
  'info.ours': 'the registry shows the domain under the platform, without a pending deletion or transfer',
  'info.pendingTransfer': 'the registry shows that another registrar has requested a transfer',
  'info.redemption': 'the registry shows that the domain is deleted and can be restored',
  'info.pendingDelete': 'the registry shows that the domain waits for its purge and cannot be restored',
  'info.missing': 'the registry does not know the name',
  'info.foreign': 'the registry shows another registrar as the sponsor',
  'account.moved': 'the domain is transferred between two accounts of the platform by its internal code',
  'portfolio.adopted': 'an operator adopts a domain that the platform already sponsors at its registry',
  'expiry.due': 'the paid time is over, and the domain was not renewed',
  'soft.due': 'the soft quarantine is over',
  'redemption.due': 'the redemption is over',
} as const
export type LifecycleEvent = keyof typeof lifecycleEvents

/** Conditions of transitions, in words. The code of each is in `guards.ts`. */
export const guardNames = {
  'is new': 'it is the order of a new domain',
  'is transfer': 'it is the order of a transfer',
  'needs authorization': 'it is a transfer that the registrant must authorize, or give the code for, and has not yet',
  'has soft quarantine': 'the extension has a soft quarantine and the domain is not within its add grace',
  'no soft quarantine': 'the extension has no soft quarantine, or the domain is within its add grace',
  'is purged': 'the registry does not know the name any more, or has it back',
  'is in redemption': 'the registry keeps the domain in redemption',
  'was deleted': 'the domain was deleted at the registry before',
  'was lapsed': 'the domain lapsed on the platform and is still registered',
  'was announced': 'a poll message of the registry announced it; a daily check alone is not proof enough',
} as const
export type Guard = keyof typeof guardNames

/** What a transition does beside the change of phase, in the same transaction. */
export const effects = {
  'submit order': 'the create or transfer is submitted to the registry',
  'ask registrant': 'the registrant gets a mail with a link that authorizes the transfer',
  'release credit': 'the credit that was reserved for the order is released',
  'refund renewal': 'the last renewal is refunded: the domain ended before its registry renewed it',
  park: 'the parking nameservers and a transfer lock are set at the registry',
  unpark: 'the own nameservers and the own lock are set at the registry',
  hold: 'clientHold is set or removed at the registry, and nothing else is sent with it',
  delete: 'the delete is submitted to the registry',
  check: 'a check of the domain at the registry (EPP info) is submitted',
} as const
export type Effect = keyof typeof effects

export interface Transition {
  /** Number of the rule. A rule that begins or ends in several phases has a line for each. */
  readonly row: number
  /** `none`: there is no domain yet. */
  readonly from: Phase | 'none'
  readonly on: LifecycleEvent
  readonly when?: Guard
  readonly to: Phase
  readonly effect?: Effect
}

/** The transitions. For one phase and event, the first line whose guard holds applies. */
export const transitions: readonly Transition[] = [
  { row: 1, from: 'none', on: 'create.placed', to: 'create.queued', effect: 'submit order' },
  { row: 4, from: 'create.queued', on: 'create.done', to: 'active' },
  { row: 4, from: 'create.pending', on: 'create.done', to: 'active' },
  { row: 5, from: 'create.queued', on: 'create.pending', to: 'create.pending' },
  { row: 6, from: 'create.pending', on: 'info.ours', to: 'active' },
  { row: 7, from: 'create.queued', on: 'create.refused', to: 'failed' },
  { row: 7, from: 'create.queued', on: 'create.failed', to: 'failed' },
  { row: 7, from: 'create.pending', on: 'create.refused', to: 'failed' },
  { row: 7, from: 'create.pending', on: 'create.failed', to: 'failed' },
  { row: 9, from: 'create.queued', on: 'create.unpaid', to: 'waiting.party' },
  { row: 9, from: 'transfer.queued', on: 'transfer.unpaid', to: 'waiting.party' },
  { row: 10, from: 'waiting.party', on: 'party.satisfied', to: 'transfer.queued', effect: 'submit order' },
  { row: 10, from: 'waiting.party', on: 'create.done', to: 'active' },
  { row: 10, from: 'waiting.party', on: 'create.pending', to: 'create.pending' },
  { row: 10, from: 'waiting.party', on: 'transfer.done', to: 'active' },
  { row: 10, from: 'waiting.party', on: 'transfer.pending', to: 'transfer.pending' },
  { row: 11, from: 'waiting.party', on: 'create.refused', to: 'failed' },
  { row: 11, from: 'waiting.party', on: 'create.failed', to: 'failed' },
  { row: 11, from: 'waiting.party', on: 'transfer.refused', to: 'failed' },
  { row: 11, from: 'waiting.party', on: 'transfer.failed', to: 'failed' },
  { row: 11, from: 'waiting.party', on: 'party.refused', to: 'failed', effect: 'release credit' },
  { row: 11, from: 'waiting.party', on: 'party.overdue', to: 'failed', effect: 'release credit' },
  { row: 11, from: 'waiting.party', on: 'delete.asked', to: 'failed', effect: 'release credit' },
  { row: 12, from: 'none', on: 'transfer.scheduled', to: 'transfer.scheduled' },
  { row: 13, from: 'none', on: 'transfer.placed', to: 'transfer.queued', effect: 'submit order' },
  { row: 14, from: 'none', on: 'transfer.waits', to: 'waiting.party', effect: 'ask registrant' },
  {
    row: 15,
    from: 'transfer.scheduled',
    on: 'schedule.due',
    when: 'needs authorization',
    to: 'waiting.party',
    effect: 'ask registrant',
  },
  { row: 15, from: 'transfer.scheduled', on: 'schedule.due', to: 'transfer.queued', effect: 'submit order' },
  { row: 15, from: 'transfer.scheduled', on: 'schedule.unpaid', to: 'failed' },
  { row: 16, from: 'transfer.scheduled', on: 'delete.asked', to: 'failed' },
  { row: 18, from: 'transfer.queued', on: 'transfer.pending', to: 'transfer.pending' },
  { row: 19, from: 'transfer.queued', on: 'transfer.done', to: 'active' },
  { row: 20, from: 'transfer.pending', on: 'transfer.done', to: 'active' },
  { row: 20, from: 'transfer.pending', on: 'info.ours', to: 'active' },
  { row: 21, from: 'transfer.pending', on: 'transfer.refused', to: 'failed' },
  { row: 21, from: 'transfer.pending', on: 'transfer.failed', to: 'failed' },
  { row: 22, from: 'transfer.queued', on: 'cancel.done', to: 'failed' },
  { row: 22, from: 'transfer.pending', on: 'cancel.done', to: 'failed' },
  { row: 22, from: 'transfer.pending', on: 'cancel.refused', to: 'transfer.pending', effect: 'check' },
  { row: 22, from: 'transfer.pending', on: 'cancel.failed', to: 'transfer.pending', effect: 'check' },
  { row: 22, from: 'failed', on: 'cancel.done', to: 'failed' },
  { row: 22, from: 'failed', on: 'transfer.refused', to: 'failed' },
  { row: 22, from: 'failed', on: 'transfer.failed', to: 'failed' },
  { row: 22, from: 'failed', on: 'cancel.refused', to: 'failed' },
  { row: 22, from: 'active', on: 'cancel.refused', to: 'active' },
  { row: 23, from: 'transfer.queued', on: 'transfer.refused', to: 'failed' },
  { row: 23, from: 'transfer.queued', on: 'transfer.failed', to: 'failed' },
  { row: 24, from: 'failed', on: 'restart.asked', when: 'is new', to: 'create.queued', effect: 'submit order' },
  {
    row: 24,
    from: 'failed',
    on: 'restart.asked',
    when: 'needs authorization',
    to: 'waiting.party',
    effect: 'ask registrant',
  },
  { row: 24, from: 'failed', on: 'restart.asked', when: 'is transfer', to: 'transfer.queued', effect: 'submit order' },
  { row: 25, from: 'failed', on: 'delete.asked', to: 'failed' },
  { row: 26, from: 'active', on: 'renew.done', to: 'active' },
  { row: 26, from: 'active', on: 'renew.refused', to: 'active' },
  { row: 26, from: 'active', on: 'renew.failed', to: 'active' },
  // Messages can arrive in another order: another registrar has requested a transfer meanwhile.
  ...(['renew.done', 'renew.refused', 'renew.failed'] as const).map((on) => ({
    row: 26,
    from: 'active.pendingTransfer' as const,
    on,
    to: 'active.pendingTransfer' as const,
  })),
  { row: 27, from: 'active', on: 'renew.pending', to: 'active.changing' },
  { row: 28, from: 'active', on: 'update.done', to: 'active' },
  { row: 28, from: 'active', on: 'update.refused', to: 'active' },
  { row: 28, from: 'active', on: 'update.failed', to: 'active' },
  { row: 28, from: 'active', on: 'update.pending', to: 'active.changing' },
  { row: 29, from: 'active', on: 'trade.asked', to: 'active.trading' },
  { row: 29, from: 'active.trading', on: 'trade.pending', to: 'active.trading' },
  { row: 30, from: 'active.trading', on: 'trade.done', to: 'active' },
  { row: 30, from: 'active.trading', on: 'trade.refused', to: 'active' },
  { row: 30, from: 'active.trading', on: 'trade.failed', to: 'active' },
  { row: 30, from: 'active.changing', on: 'update.done', to: 'active' },
  { row: 30, from: 'active.changing', on: 'update.refused', to: 'active' },
  { row: 30, from: 'active.changing', on: 'update.failed', to: 'active' },
  { row: 30, from: 'active.changing', on: 'renew.done', to: 'active' },
  { row: 30, from: 'active.changing', on: 'renew.refused', to: 'active' },
  { row: 30, from: 'active.changing', on: 'renew.failed', to: 'active' },
  { row: 31, from: 'active', on: 'info.pendingTransfer', to: 'active.pendingTransfer' },
  { row: 32, from: 'active.pendingTransfer', on: 'approve.done', to: 'transferredAway' },
  { row: 32, from: 'active.pendingTransfer', on: 'approve.refused', to: 'active.pendingTransfer', effect: 'check' },
  { row: 32, from: 'active.pendingTransfer', on: 'approve.failed', to: 'active.pendingTransfer', effect: 'check' },
  { row: 33, from: 'active.pendingTransfer', on: 'reject.done', to: 'active' },
  { row: 33, from: 'active.pendingTransfer', on: 'reject.refused', to: 'active.pendingTransfer', effect: 'check' },
  { row: 33, from: 'active.pendingTransfer', on: 'reject.failed', to: 'active.pendingTransfer', effect: 'check' },
  { row: 34, from: 'active.pendingTransfer', on: 'info.ours', to: 'active' },
  { row: 35, from: 'active.pendingTransfer', on: 'info.foreign', to: 'transferredAway' },
  { row: 36, from: 'active', on: 'info.foreign', to: 'transferredAway' },
  { row: 36, from: 'active.changing', on: 'info.foreign', to: 'transferredAway' },
  { row: 36, from: 'active.trading', on: 'info.foreign', to: 'transferredAway' },
  { row: 36, from: 'quarantine.soft', on: 'info.foreign', to: 'transferredAway' },
  { row: 37, from: 'active', on: 'expiry.due', when: 'has soft quarantine', to: 'quarantine.soft', effect: 'park' },
  { row: 38, from: 'active', on: 'expiry.due', when: 'no soft quarantine', to: 'active', effect: 'delete' },
  { row: 40, from: 'active', on: 'delete.asked', when: 'has soft quarantine', to: 'quarantine.soft', effect: 'park' },
  { row: 41, from: 'active', on: 'delete.asked', when: 'no soft quarantine', to: 'active', effect: 'delete' },
  { row: 41, from: 'active', on: 'delete.forced', to: 'active', effect: 'delete' },
  { row: 41, from: 'active', on: 'delete.done', when: 'is in redemption', to: 'redemption' },
  { row: 41, from: 'active', on: 'delete.done', when: 'is purged', to: 'purged' },
  { row: 41, from: 'active', on: 'delete.pending', to: 'active' },
  { row: 42, from: 'active', on: 'delete.refused', to: 'active' },
  { row: 42, from: 'active', on: 'delete.failed', to: 'active' },
  { row: 44, from: 'quarantine.soft', on: 'restore.asked', to: 'restoring' },
  { row: 45, from: 'quarantine.soft', on: 'soft.due', to: 'quarantine.soft', effect: 'delete' },
  { row: 45, from: 'quarantine.soft', on: 'delete.forced', to: 'quarantine.soft', effect: 'delete' },
  { row: 45, from: 'quarantine.soft', on: 'delete.done', when: 'is in redemption', to: 'redemption' },
  { row: 45, from: 'quarantine.soft', on: 'delete.done', when: 'is purged', to: 'purged' },
  { row: 45, from: 'quarantine.soft', on: 'delete.pending', to: 'quarantine.soft' },
  { row: 45, from: 'quarantine.soft', on: 'delete.refused', to: 'quarantine.soft' },
  { row: 45, from: 'quarantine.soft', on: 'delete.failed', to: 'quarantine.soft' },
  { row: 46, from: 'redemption', on: 'restore.asked', to: 'restoring' },
  { row: 47, from: 'restoring', on: 'restore.pending', to: 'restoring' },
  { row: 47, from: 'restoring', on: 'restore.done', to: 'active', effect: 'unpark' },
  { row: 47, from: 'restoring', on: 'info.ours', when: 'was deleted', to: 'active', effect: 'unpark' },
  { row: 48, from: 'restoring', on: 'restore.refused', when: 'was deleted', to: 'redemption' },
  { row: 48, from: 'restoring', on: 'restore.failed', when: 'was deleted', to: 'redemption' },
  { row: 48, from: 'restoring', on: 'restore.refused', when: 'was lapsed', to: 'quarantine.soft' },
  { row: 48, from: 'restoring', on: 'restore.failed', when: 'was lapsed', to: 'quarantine.soft' },
  { row: 49, from: 'redemption', on: 'redemption.due', to: 'pendingDelete', effect: 'check' },
  { row: 49, from: 'redemption', on: 'info.pendingDelete', to: 'pendingDelete' },
  { row: 50, from: 'redemption', on: 'info.missing', to: 'purged' },
  { row: 50, from: 'redemption', on: 'info.foreign', to: 'purged' },
  { row: 51, from: 'pendingDelete', on: 'info.missing', to: 'purged' },
  { row: 51, from: 'pendingDelete', on: 'info.foreign', to: 'purged' },
  { row: 52, from: 'active', on: 'account.moved', to: 'transferredAway' },
  { row: 52, from: 'none', on: 'account.moved', to: 'active' },
  { row: 56, from: 'none', on: 'portfolio.adopted', to: 'active' },
  { row: 53, from: 'active', on: 'info.missing', when: 'was announced', to: 'purged' },
  { row: 54, from: 'active', on: 'info.redemption', when: 'was announced', to: 'redemption' },
  ...(['update.pending', 'update.done', 'update.refused', 'update.failed'] as const).flatMap((on) =>
    (
      [
        'waiting.party',
        'transfer.queued',
        'transfer.pending',
        'active.pendingTransfer',
        'active.trading',
        'quarantine.soft',
        'redemption',
        'restoring',
        'pendingDelete',
        'purged',
        'transferredAway',
        'failed',
      ] as const
    ).map((phase) => ({ row: 55, from: phase, on, to: phase })),
  ),
]

/**
 * The states that a check may find in a phase although no event happened: the last known state, or one that an
 * operation under way has already reached.
 */
export const expectedInfo: Partial<Record<Phase, readonly LifecycleEvent[]>> = {
  'create.queued': ['info.missing', 'info.ours'],
  'create.pending': ['info.missing'],
  'waiting.party': ['info.foreign', 'info.missing'],
  'transfer.scheduled': ['info.foreign'],
  'transfer.queued': ['info.foreign', 'info.ours'],
  'transfer.pending': ['info.foreign'],
  active: ['info.ours'],
  'active.pendingTransfer': ['info.pendingTransfer'],
  'active.changing': ['info.ours'],
  'active.trading': ['info.ours'],
  'quarantine.soft': ['info.ours', 'info.pendingTransfer'],
  redemption: ['info.redemption'],
  restoring: ['info.redemption', 'info.ours'],
  pendingDelete: ['info.pendingDelete', 'info.redemption'],
  failed: ['info.missing', 'info.foreign'],
}
