/** The rules of an extension that decide the lifecycle of its domains, at an instant. Periods are days. */
export interface LifecycleRules {
  /** Days between the renewal date and the expiration date. */
  readonly renewalOffsetDays: number
  /** Days before the expiration from which a renewal is accepted; 0 where it always is. */
  readonly renewalOpensDays: number
  /** False where the registry renews by itself and knows no renew command. */
  readonly isRenewable: boolean
  readonly isTransferable: boolean
  /** Whether a change of the registrant is a trade. */
  readonly isTraded: boolean
  /** Longest period from now that a domain can be registered for, in years. */
  readonly periods: { readonly max: number }
  /** How long a delete is free of charge at the registry after each event (RFC 3915 section 3.1). */
  readonly grace: {
    readonly addDays: number
    readonly renewDays: number
    readonly transferDays: number
    /** 0 where the registry does not renew by itself. */
    readonly autoRenewDays: number
  }
  /** How long a lapsed domain can be restored by a renewal, and a deleted one at the registry. */
  readonly quarantine: { readonly softDays: number; readonly hardDays: number }
  /** Days within which a domain is looked at again, where nothing hints that it has changed. */
  readonly lookDays: number
  /** Days from the end of the redemption to the purge; 0 where the registry purges at once. */
  readonly pendingDeleteDays: number
  /** Days before the end of the paid time at which a domain is deleted, so that the registry does not renew it. */
  readonly deleteLeadDays: number
  readonly transfer: {
    /** `push`: the losing registrar makes the transfer, without a request and without a code. */
    readonly model: 'pending' | 'immediate' | 'push'
    /** The name to which a losing registrar pushes. */
    readonly tag?: string | undefined
    /** How long the losing registrar has to answer; 0 where the registry transfers at once. */
    readonly waitDays: number
    /**
     * Years that a transfer adds (RFC 5731 section 3.2.4 period); 0 where its transfers have no period.
     */
    readonly periodYears: number
    /** How long a domain cannot be transferred away after a create, a transfer or a change of the registrant. */
    readonly lockDays: number
    readonly isCancelable: boolean
    /** Whether the registrant must authorize a transfer before it is submitted (the form of authorization). */
    readonly isAuthorizedByRegistrant: boolean
    /** Who can reject an outgoing transfer. */
    readonly approvedBy: 'registrar' | 'registrant' | 'nobody'
  }
}
