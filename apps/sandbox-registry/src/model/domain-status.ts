/** The states of a deleted domain (RFC 3915 section 2). */
export type DeletedState = 'redemptionPeriod' | 'pendingRestore' | 'pendingDelete'

/** The parts of a domain that its statuses are derived from. */
export interface DomainState {
  readonly setStatuses: readonly string[]
  readonly isTransferring: boolean
  readonly rgp: DeletedState | null
  /** The command that was answered 1001 and is not decided yet. */
  readonly pendingAction: 'create' | 'update' | null
  readonly hosts: readonly unknown[]
  readonly hostAttributes: readonly unknown[]
}

/** Statuses that a registrar sets and removes (RFC 5731 section 2.3). */
export const clientStatuses = [
  'clientDeleteProhibited',
  'clientHold',
  'clientRenewProhibited',
  'clientTransferProhibited',
  'clientUpdateProhibited',
] as const

/** Statuses that only the registry sets. */
export const serverStatuses = [
  'serverDeleteProhibited',
  'serverHold',
  'serverRenewProhibited',
  'serverTransferProhibited',
  'serverUpdateProhibited',
] as const

/**
 * Returns all statuses of a domain (RFC 5731 section 2.3): the set ones, the pending ones, `inactive` without nameservers,
 * and `ok` when there is no other.
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
 * Returns the RGP statuses (RFC 3915 section 3.1): the state of a deleted domain, otherwise its running grace periods, each
 * kind once.
 */
export function rgpStatuses(
  { rgp, graces }: Pick<DomainState, 'rgp'> & { graces: readonly { kind: string; endsAt: string }[] },
  now: Date,
): string[] {
  if (rgp !== null) return [rgp]
  const running = graces.filter(({ endsAt }) => new Date(endsAt) > now)
  return [...new Set(running.map(({ kind }) => kind))]
}
