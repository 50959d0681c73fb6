/** The rules of an extension that decide over the life of its domains, as they are at an instant. Periods are days. */
export interface LifeRules {
  /** Days between the renewal date and the expiration date. */
  readonly renewalOffsetDays: number
  /** Days before the expiration from which on a renewal is taken; 0 where it always is. */
  readonly renewalOpensDays: number
  /** False where the registry renews by itself and knows no renew command. */
  readonly isRenewable: boolean
  readonly isTransferable: boolean
  /** Whether a change of the registrant is a trade. */
  readonly isTraded: boolean
  /** Longest time ahead that a domain can be registered for, in years. */
  readonly periods: { readonly max: number }
  /** How long after each a delete is free of charge at the registry (RFC 3915 section 3.1). */
  readonly grace: {
    readonly addDays: number
    readonly renewDays: number
    readonly transferDays: number
    /** 0 where the registry does not renew by itself. */
    readonly autoRenewDays: number
  }
  /** How long a lapsed domain can be renewed back, and a deleted one restored. */
  readonly quarantine: { readonly softDays: number; readonly hardDays: number }
  /** Between the end of the redemption and the purge; 0 where the registry purges at once. */
  readonly pendingDeleteDays: number
  /** Days before the end of the paid time that a domain must be deleted so that the registry does not renew it. */
  readonly deleteLeadDays: number
  readonly transfer: {
    /** How long the losing registrar has; 0 where the registry transfers at once. */
    readonly waitDays: number
    /**
     * Years that the registry is asked to add (RFC 5731 section 3.2.4 period); 0 where its transfers have no period.
     */
    readonly periodYears: number
    /** How long after a create, a transfer and a change of the registrant a domain stays here. */
    readonly lockDays: number
    readonly isCancelable: boolean
    /** Whether the registrant must authorize it before the registry is asked (the form of authorization). */
    readonly isAuthorizedByRegistrant: boolean
    /** Who can keep a domain from leaving. */
    readonly approvedBy: 'registrar' | 'registrant' | 'nobody'
  }
}

/** How long the platform waits for a party before it gives an order up; days. */
export const PARTY_DAYS = 28
