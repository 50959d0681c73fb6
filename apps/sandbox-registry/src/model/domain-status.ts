/** Where a deleted domain is on its way out (RFC 3915 section 2). */
export type DeletedState = 'redemptionPeriod' | 'pendingRestore' | 'pendingDelete'

/** What the statuses of a domain follow from. */
export interface DomainState {
  readonly setStatuses: readonly string[]
  readonly isTransferring: boolean
  readonly rgp: DeletedState | null
  /** The command that was answered 1001 and is not decided. */
  readonly pendingAction: 'create' | 'update' | null
  readonly hosts: readonly unknown[]
  readonly hostAttributes: readonly unknown[]
}

/** Statuses of RFC 5731 section 2.3 that a registrar sets and removes. */
export const clientStatuses = [
  'clientDeleteProhibited',
  'clientHold',
  'clientRenewProhibited',
  'clientTransferProhibited',
  'clientUpdateProhibited',
] as const

/** Those that only the registry sets. */
export const serverStatuses = [
  'serverDeleteProhibited',
  'serverHold',
  'serverRenewProhibited',
  'serverTransferProhibited',
  'serverUpdateProhibited',
] as const

/**
 * All statuses a domain shows (RFC 5731 section 2.3): those set, those of what it waits for, `inactive` without
 * nameservers, and `ok` when there is nothing else to say.
 */
export function domainStatuses(domain: DomainState): string[] {
  const statuses = [...domain.setStatuses].sort()
  if (domain.isTransferring) statuses.push('pendingTransfer')
  if (domain.rgp !== null) statuses.push('pendingDelete')
  if (domain.pendingAction === 'create') statuses.push('pendingCreate')
  if (domain.pendingAction === 'update') statuses.push('pendingUpdate')
  if (domain.hosts.length + domain.hostAttributes.length === 0) statuses.push('inactive')
  return statuses.length > 0 ? statuses : ['ok']
}

/**
 * What the redemption grace period mapping shows (RFC 3915 section 3.1): where a deleted domain is, otherwise the
 * grace periods that run, each kind once.
 */
export function rgpStatuses(
  { rgp, graces }: Pick<DomainState, 'rgp'> & { graces: readonly { kind: string; endsAt: string }[] },
  now: Date,
): string[] {
  if (rgp !== null) return [rgp]
  const running = graces.filter(({ endsAt }) => new Date(endsAt) > now)
  return [...new Set(running.map(({ kind }) => kind))]
}
