import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { DelegationSecurity, Domain, Nameserver } from './domain'

type ClientStatus = 'clientHold' | 'clientTransferProhibited'

/** The state that a domain is to have at its registry, apart from its contacts. */
export interface Desired {
  readonly nameservers: Nameserver[]
  readonly zoneKeys: DelegationSecurity[]
  readonly statuses: ClientStatus[]
}

/**
 * The state that a domain is to have at its registry in its phase. A lapsed domain is locked and delegated to the parking
 * nameservers. Where the platform has none, it gets clientHold.
 */
export function desiredOf(domain: Domain, parking: readonly Nameserver[]): Desired {
  const isParked = domain.phase === 'quarantine.soft'
  const isHeldOff = domain.isSuspended || (isParked && parking.length === 0)
  return {
    nameservers: [...(isParked && parking.length > 0 ? parking : domain.nameServers)],
    zoneKeys: isParked ? [] : [...domain.zoneKeys],
    statuses: [
      ...(isHeldOff ? (['clientHold'] as const) : []),
      ...(isParked || domain.isLocked ? (['clientTransferProhibited'] as const) : []),
    ],
  }
}

const managed: readonly string[] = ['clientHold', 'clientTransferProhibited'] satisfies ClientStatus[]

/** Whether the registry shows another state than the desired one. Parts that it does not show are not compared. */
export function isDrifted({ nameservers, statuses }: Desired, view: RegistryView): boolean {
  const names = nameservers.map(({ name }) => name)
  const shown = view.statuses?.filter((status) => managed.includes(status))
  return (
    (view.nameservers !== undefined && !isSameSet(names, view.nameservers)) ||
    (shown !== undefined && !isSameSet(statuses, shown))
  )
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  const set = new Set(others)
  return set.size === new Set(some).size && some.every((each) => set.has(each))
}
