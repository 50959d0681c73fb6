import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { RegisteredDomain } from '@nameyard/epp/domain/info'
import type { RgpStatus } from '@nameyard/epp/status'
import type { TransferState } from '@nameyard/epp/transfer-state'

type Shown = RegisteredDomain & { readonly graceStatuses?: readonly RgpStatus[] }

/** The registry's view of a domain, in the form for other services. */
export function viewOf(seen: Shown | 'missing' | 'foreign', clientId: string, transfer?: TransferState): RegistryView {
  const shown = transfer && { transfer: transferView(transfer, clientId) }
  if (typeof seen === 'string') return { presence: seen, ...shown }
  const { roid, clID, crDate, exDate, authInfo, statuses, graceStatuses, ns } = seen
  return {
    presence: clID === clientId ? 'ours' : 'foreign',
    roid,
    ...(crDate && { createdAt: crDate.toISOString() }),
    ...(exDate && { expiresAt: exDate.toISOString() }),
    ...(authInfo && { authInfo: authInfo.pw }),
    statuses: [...statuses],
    ...(graceStatuses && { graceStatuses: [...graceStatuses] }),
    nameservers: (ns?.hosts ?? []).map(({ name }) => name.toLowerCase()),
    ...shown,
  }
}

function transferView(
  { trStatus, reID, reDate, acDate }: TransferState,
  clientId: string,
): NonNullable<RegistryView['transfer']> {
  return {
    status: trStatus,
    direction: reID === clientId ? 'in' : 'out',
    requestedAt: reDate.toISOString(),
    actsAt: acDate.toISOString(),
  }
}
