/** What happens to a domain of the rehearsal near its expiry. */
export const fates = ['expires', 'is restored', 'renews by itself', 'is renewed', 'is deleted', 'leaves'] as const
export type Fate = (typeof fates)[number]

export type MailKind = 'expired' | 'in-1-day' | 'in-30-days' | 'in-7-days'

/** Days after the create on which the account or another registrar acts: 20 days before the expiry, and 10 days after it. */
export const actionDay: Readonly<Partial<Record<Fate, number>>> = {
  'is renewed': 345,
  'is deleted': 345,
  leaves: 345,
  'is restored': 375,
}

/**
 * The mails about the first expiry that a domain must have. Where the renewal date is a day before the expiry, the last one may
 * come before the renewal by itself or be ended by it.
 */
export const mailsOf: Readonly<
  Record<Fate, { readonly must: readonly MailKind[]; readonly may: readonly MailKind[] }>
> = {
  expires: { must: ['in-30-days', 'in-7-days', 'in-1-day', 'expired'], may: [] },
  'is restored': { must: ['in-30-days', 'in-7-days', 'in-1-day', 'expired'], may: [] },
  'renews by itself': { must: ['in-30-days', 'in-7-days'], may: ['in-1-day'] },
  'is renewed': { must: ['in-30-days'], may: [] },
  'is deleted': { must: ['in-30-days'], may: [] },
  leaves: { must: ['in-30-days'], may: [] },
}

/** Days before the expiry between which each mail is sent; negative after it (ICANN, ERRP section 2.1). */
export const windows: Readonly<Record<MailKind, readonly [number, number]>> = {
  'in-30-days': [26, 35],
  'in-7-days': [4, 10],
  'in-1-day': [0, 2],
  expired: [-5, 0],
}

/** Days for which the resolution is interrupted at least before a domain is deleted (ICANN, ERRP section 2.2.2). */
export const INTERRUPTED_DAYS = 8

/** Days after which the domains of an address that nobody has confirmed are suspended (RAA 2013, Whois Accuracy). */
export const VERIFICATION_DAYS = 15
