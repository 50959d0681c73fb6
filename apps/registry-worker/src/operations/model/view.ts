import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { RegisteredDomain } from '@nameyard/epp/domain/info'

/** What the registry shows of a domain, in the words in which it is told to other services. */
export function viewOf(seen: RegisteredDomain | 'missing' | 'foreign', clientId: string): RegistryView {
  if (typeof seen === 'string') return { presence: seen }
  const { roid, clID, crDate, exDate, authInfo, statuses, ns } = seen
  return {
    presence: clID === clientId ? 'ours' : 'foreign',
    roid,
    ...(crDate && { createdAt: crDate.toISOString() }),
    ...(exDate && { expiresAt: exDate.toISOString() }),
    ...(authInfo && { authInfo: authInfo.pw }),
    statuses: [...statuses],
    nameservers: (ns?.hosts ?? []).map(({ name }) => name.toLowerCase()),
  }
}
