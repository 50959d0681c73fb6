/**
 * The life of a domain as a table: which phase follows which event. Nothing else moves a domain; whatever else happens
 * is a violation, which is kept with what was known, and the phase stays. `docs/lifecycle.md` is printed from here.
 */

/** Every phase, in the order of a life. */
export const phases = [
  'create.queued',
  'create.pending',
  'waiting.party',
  'transfer.scheduled',
  'transfer.queued',
  'transfer.pending',
  'active',
  'active.leaving',
  'active.changing',
  'active.trading',
  'quarantine.soft',
  'quarantine.hard',
  'restoring',
  'dying',
  'gone',
  'left',
  'failed',
] as const
export type Phase = (typeof phases)[number]

/** What resellers see; a pure function of the phase, so that it never depends on a message that is not stored. */
export const visibleStatus = {
  'create.queued': 'REQ',
  'create.pending': 'REQ',
  'waiting.party': 'PEN',
  'transfer.scheduled': 'SCH',
  'transfer.queued': 'REQ',
  'transfer.pending': 'REQ',
  active: 'ACT',
  'active.leaving': 'ACT',
  'active.changing': 'ACT',
  'active.trading': 'REQ',
  'quarantine.soft': 'DEL',
  'quarantine.hard': 'DEL',
  restoring: 'RRQ',
  dying: 'DEL',
  gone: 'DEL',
  left: 'DEL',
  failed: 'FAI',
} as const satisfies Record<Phase, string>

/** How far a deletion is; a pure function of the phase. */
export const deleteStatus = {
  'create.queued': 'none',
  'create.pending': 'none',
  'waiting.party': 'none',
  'transfer.scheduled': 'none',
  'transfer.queued': 'none',
  'transfer.pending': 'none',
  active: 'none',
  'active.leaving': 'none',
  'active.changing': 'none',
  'active.trading': 'none',
  'quarantine.soft': 'soft_quarantine',
  'quarantine.hard': 'quarantine',
  restoring: 'quarantine',
  dying: 'pending_delete',
  gone: 'deleted',
  left: 'transferred',
  failed: 'none',
} as const satisfies Record<Phase, string>

/** Phases in which the name is at the registry in our name. */
export const heldPhases: ReadonlySet<Phase> = new Set<Phase>([
  'active',
  'active.leaving',
  'active.changing',
  'active.trading',
  'quarantine.soft',
  'quarantine.hard',
  'restoring',
  'dying',
])

/**
 * What an operation at the registry is for. One kind of operation can serve several: a lapsed domain is brought back by
 * a renewal or, where the registry has renewed by itself, by an update alone.
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
  | 'look'
  | 'host'

/** Every event: what was asked of us, what a registry operation came to, what was seen at the registry, what fell due. */
export const lifecycleEvents = {
  'create.placed': 'an order is placed and paid for',
  'transfer.placed': 'a transfer is placed and paid for',
  'transfer.scheduled': 'a transfer is placed for a later day',
  'transfer.waits': 'a transfer is placed and paid for that the registrant must authorize first',
  'party.satisfied': 'the registrant has authorized the transfer',
  'party.refused': 'the registrant has refused the transfer',
  'party.overdue': 'the registrant has not answered in time',
  'schedule.due': 'the day of a scheduled transfer has come, and the transfer is paid for',
  'schedule.unpaid': 'the day of a scheduled transfer has come, and the credit is too low',
  'restart.asked': 'a failed order is tried again and paid for',
  'trade.asked': 'a trade is placed and paid for',
  'delete.asked': 'the account deletes the domain',
  'delete.forced': 'the account deletes the domain and skips the soft quarantine, or an operator removes it',
  'restore.asked': 'a restore is placed and paid for',
  'create.pending': 'the registry takes the create and thinks about it (1001)',
  'create.unpaid': 'the registry wants to see money before it creates anything (2104)',
  'create.done': 'the registry has created the domain',
  'create.refused': 'the registry does not want the create',
  'create.failed': 'the create could not be carried out',
  'transfer.pending': 'the registry takes the transfer and waits for the losing registrar (1001)',
  'transfer.unpaid': 'the registry wants to see money before it transfers anything (2104)',
  'transfer.done': 'the registry has transferred the domain to us',
  'transfer.refused': 'registry or losing registrar refuse the transfer',
  'transfer.failed': 'the transfer could not be carried out',
  'cancel.done': 'the registry has taken our transfer request back',
  'cancel.refused': 'the registry does not take our transfer request back',
  'cancel.failed': 'the cancellation could not be carried out',
  'renew.pending': 'the registry takes the renewal and thinks about it (1001)',
  'renew.done': 'the registry has renewed the domain',
  'renew.refused': 'the registry does not want the renewal',
  'renew.failed': 'the renewal could not be carried out',
  'update.pending': 'the registry takes the update and thinks about it (1001)',
  'update.done': 'the registry has updated the domain',
  'update.refused': 'the registry does not want the update',
  'update.failed': 'the update could not be carried out',
  'trade.pending': 'the registry takes the trade and thinks about it (1001)',
  'trade.done': 'the registry has changed the registrant',
  'trade.refused': 'the registry does not want the trade',
  'trade.failed': 'the trade could not be carried out',
  'approve.done': 'the registry has the approval of an outgoing transfer',
  'approve.refused': 'the registry does not take the approval',
  'approve.failed': 'the approval could not be carried out',
  'reject.done': 'the registry has the refusal of an outgoing transfer',
  'reject.refused': 'the registry does not take the refusal',
  'reject.failed': 'the refusal could not be carried out',
  'delete.pending': 'the registry takes the delete and thinks about it (1001)',
  'delete.done': 'the registry has deleted the domain',
  'delete.refused': 'the registry does not want the delete',
  'delete.failed': 'the delete could not be carried out',
  'restore.pending': 'the registry takes the restore and thinks about it (1001)',
  'restore.done': 'the domain is back',
  'restore.refused': 'the registry does not want the restore',
  'restore.failed': 'the restore could not be carried out',
  'look.ours': 'the registry shows the domain as ours and whole',
  'look.leaving': 'the registry shows that another registrar asks for the domain',
  'look.redemption': 'the registry shows the domain as deleted, restorable',
  'look.dying': 'the registry shows the domain as deleted for good, about to be purged',
  'look.missing': 'the registry does not know the name',
  'look.foreign': 'the registry shows another registrar as the sponsor',
  'account.moved': 'the domain moves between two accounts of the platform by its internal code',
  'expiry.due': 'the paid time is over and was not renewed',
  'soft.due': 'the soft quarantine is over',
  'redemption.due': 'the redemption is over',
} as const
export type LifecycleEvent = keyof typeof lifecycleEvents

/** Conditions of transitions, in words; what they mean for a domain is in `guards.ts`. */
export const guardNames = {
  'is new': 'it is the order of a new domain',
  'is transfer': 'it is the order of a transfer',
  'needs authorization': 'it is a transfer whose registrant must authorize it or give its code, and has not yet',
  'has soft quarantine': 'the extension has a soft quarantine and the domain is not within its add grace',
  'no soft quarantine': 'the extension has no soft quarantine, or the domain is within its add grace',
  'is gone': 'the registry does not know the name any more',
  'is kept': 'the registry keeps the name for its redemption',
  'was deleted': 'the domain was deleted at the registry before',
  'was lapsed': 'the domain lapsed here and is still registered',
  'was told': 'a message of the registry has told of it; a daily look alone does not conclude as much',
} as const
export type Guard = keyof typeof guardNames

/** What follows from a transition beside the phase, in the same transaction. */
export const effects = {
  'submit order': 'the create or transfer is submitted to the registry',
  'ask registrant': 'a mail goes to the registrant with a link that authorizes the transfer',
  'give back': 'what was set aside for the order is given back',
  park: 'the parking nameservers and a transfer lock are set at the registry',
  unpark: 'the own nameservers and the own lock are set at the registry',
  hold: 'the hold off the DNS is set or lifted at the registry, and nothing else is sent with it',
  delete: 'the delete is submitted to the registry',
  look: 'a look at the registry is submitted',
} as const
export type Effect = keyof typeof effects

export interface Transition {
  /** Number of the rule; a rule that begins or ends in several phases has a line for each. */
  readonly row: number
  /** `none`: before there is a domain. */
  readonly from: Phase | 'none'
  readonly on: LifecycleEvent
  readonly when?: Guard
  readonly to: Phase
  readonly effect?: Effect
}

/** The transitions. Of the lines of one phase and event the first whose guard holds is taken. */
export const transitions: readonly Transition[] = [
  { row: 1, from: 'none', on: 'create.placed', to: 'create.queued', effect: 'submit order' },
  { row: 4, from: 'create.queued', on: 'create.done', to: 'active' },
  { row: 4, from: 'create.pending', on: 'create.done', to: 'active' },
  { row: 5, from: 'create.queued', on: 'create.pending', to: 'create.pending' },
  { row: 6, from: 'create.pending', on: 'look.ours', to: 'active' },
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
  { row: 11, from: 'waiting.party', on: 'party.refused', to: 'failed', effect: 'give back' },
  { row: 11, from: 'waiting.party', on: 'party.overdue', to: 'failed', effect: 'give back' },
  { row: 11, from: 'waiting.party', on: 'delete.asked', to: 'failed', effect: 'give back' },
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
  { row: 20, from: 'transfer.pending', on: 'look.ours', to: 'active' },
  { row: 21, from: 'transfer.pending', on: 'transfer.refused', to: 'failed' },
  { row: 21, from: 'transfer.pending', on: 'transfer.failed', to: 'failed' },
  { row: 22, from: 'transfer.queued', on: 'cancel.done', to: 'failed' },
  { row: 22, from: 'transfer.pending', on: 'cancel.done', to: 'failed' },
  { row: 22, from: 'transfer.pending', on: 'cancel.refused', to: 'transfer.pending', effect: 'look' },
  { row: 22, from: 'transfer.pending', on: 'cancel.failed', to: 'transfer.pending', effect: 'look' },
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
  // Messages may change places: another registrar has asked for it since.
  ...(['renew.done', 'renew.refused', 'renew.failed'] as const).map((on) => ({
    row: 26,
    from: 'active.leaving' as const,
    on,
    to: 'active.leaving' as const,
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
  { row: 31, from: 'active', on: 'look.leaving', to: 'active.leaving' },
  { row: 32, from: 'active.leaving', on: 'approve.done', to: 'left' },
  { row: 32, from: 'active.leaving', on: 'approve.refused', to: 'active.leaving', effect: 'look' },
  { row: 32, from: 'active.leaving', on: 'approve.failed', to: 'active.leaving', effect: 'look' },
  { row: 33, from: 'active.leaving', on: 'reject.done', to: 'active' },
  { row: 33, from: 'active.leaving', on: 'reject.refused', to: 'active.leaving', effect: 'look' },
  { row: 33, from: 'active.leaving', on: 'reject.failed', to: 'active.leaving', effect: 'look' },
  { row: 34, from: 'active.leaving', on: 'look.ours', to: 'active' },
  { row: 35, from: 'active.leaving', on: 'look.foreign', to: 'left' },
  { row: 36, from: 'active', on: 'look.foreign', to: 'left' },
  { row: 36, from: 'active.changing', on: 'look.foreign', to: 'left' },
  { row: 36, from: 'active.trading', on: 'look.foreign', to: 'left' },
  { row: 36, from: 'quarantine.soft', on: 'look.foreign', to: 'left' },
  { row: 37, from: 'active', on: 'expiry.due', when: 'has soft quarantine', to: 'quarantine.soft', effect: 'park' },
  { row: 38, from: 'active', on: 'expiry.due', when: 'no soft quarantine', to: 'active', effect: 'delete' },
  { row: 40, from: 'active', on: 'delete.asked', when: 'has soft quarantine', to: 'quarantine.soft', effect: 'park' },
  { row: 41, from: 'active', on: 'delete.asked', when: 'no soft quarantine', to: 'active', effect: 'delete' },
  { row: 41, from: 'active', on: 'delete.forced', to: 'active', effect: 'delete' },
  { row: 41, from: 'active', on: 'delete.done', when: 'is kept', to: 'quarantine.hard' },
  { row: 41, from: 'active', on: 'delete.done', when: 'is gone', to: 'gone' },
  { row: 41, from: 'active', on: 'delete.pending', to: 'active' },
  { row: 42, from: 'active', on: 'delete.refused', to: 'active' },
  { row: 42, from: 'active', on: 'delete.failed', to: 'active' },
  { row: 44, from: 'quarantine.soft', on: 'restore.asked', to: 'restoring' },
  { row: 45, from: 'quarantine.soft', on: 'soft.due', to: 'quarantine.soft', effect: 'delete' },
  { row: 45, from: 'quarantine.soft', on: 'delete.forced', to: 'quarantine.soft', effect: 'delete' },
  { row: 45, from: 'quarantine.soft', on: 'delete.done', when: 'is kept', to: 'quarantine.hard' },
  { row: 45, from: 'quarantine.soft', on: 'delete.done', when: 'is gone', to: 'gone' },
  { row: 45, from: 'quarantine.soft', on: 'delete.pending', to: 'quarantine.soft' },
  { row: 45, from: 'quarantine.soft', on: 'delete.refused', to: 'quarantine.soft' },
  { row: 45, from: 'quarantine.soft', on: 'delete.failed', to: 'quarantine.soft' },
  { row: 46, from: 'quarantine.hard', on: 'restore.asked', to: 'restoring' },
  { row: 47, from: 'restoring', on: 'restore.pending', to: 'restoring' },
  { row: 47, from: 'restoring', on: 'restore.done', to: 'active', effect: 'unpark' },
  { row: 47, from: 'restoring', on: 'look.ours', when: 'was deleted', to: 'active', effect: 'unpark' },
  { row: 48, from: 'restoring', on: 'restore.refused', when: 'was deleted', to: 'quarantine.hard' },
  { row: 48, from: 'restoring', on: 'restore.failed', when: 'was deleted', to: 'quarantine.hard' },
  { row: 48, from: 'restoring', on: 'restore.refused', when: 'was lapsed', to: 'quarantine.soft' },
  { row: 48, from: 'restoring', on: 'restore.failed', when: 'was lapsed', to: 'quarantine.soft' },
  { row: 49, from: 'quarantine.hard', on: 'redemption.due', to: 'dying', effect: 'look' },
  { row: 49, from: 'quarantine.hard', on: 'look.dying', to: 'dying' },
  { row: 50, from: 'quarantine.hard', on: 'look.missing', to: 'gone' },
  { row: 50, from: 'quarantine.hard', on: 'look.foreign', to: 'gone' },
  { row: 51, from: 'dying', on: 'look.missing', to: 'gone' },
  { row: 51, from: 'dying', on: 'look.foreign', to: 'gone' },
  { row: 52, from: 'active', on: 'account.moved', to: 'left' },
  { row: 52, from: 'none', on: 'account.moved', to: 'active' },
  { row: 53, from: 'active', on: 'look.missing', when: 'was told', to: 'gone' },
  { row: 54, from: 'active', on: 'look.redemption', when: 'was told', to: 'quarantine.hard' },
  ...(['update.pending', 'update.done', 'update.refused', 'update.failed'] as const).flatMap((on) =>
    (
      [
        'waiting.party',
        'transfer.queued',
        'transfer.pending',
        'active.leaving',
        'active.trading',
        'quarantine.soft',
        'quarantine.hard',
        'restoring',
        'dying',
        'gone',
        'left',
        'failed',
      ] as const
    ).map((phase) => ({ row: 55, from: phase, on, to: phase })),
  ),
]

/**
 * What a look at the registry finds in a phase without anything having happened: what was last known, or what an
 * operation that is still under way has changed already.
 */
export const steadyLooks: Partial<Record<Phase, readonly LifecycleEvent[]>> = {
  'create.queued': ['look.missing', 'look.ours'],
  'create.pending': ['look.missing'],
  'waiting.party': ['look.foreign', 'look.missing'],
  'transfer.scheduled': ['look.foreign'],
  'transfer.queued': ['look.foreign', 'look.ours'],
  'transfer.pending': ['look.foreign'],
  active: ['look.ours'],
  'active.leaving': ['look.leaving'],
  'active.changing': ['look.ours'],
  'active.trading': ['look.ours'],
  'quarantine.soft': ['look.ours', 'look.leaving'],
  'quarantine.hard': ['look.redemption'],
  restoring: ['look.redemption', 'look.ours'],
  dying: ['look.dying', 'look.redemption'],
  failed: ['look.missing', 'look.foreign'],
}
