import type { RegisteredDomain } from '@nameyard/epp/domain/info'
import type { Dnssec } from '@nameyard/epp/extensions/secdns/dnssec'
import type { RgpStatus } from '@nameyard/epp/status'

/** A domain as its registry shows it, with what the extensions add. */
export interface SeenDomain extends RegisteredDomain {
  /** Grace periods (RFC 3915); none too where the registry does not tell. */
  readonly graceStatuses: readonly RgpStatus[]
  readonly dnssec: Dnssec | undefined
}

/** `missing`: the registry does not know the name; `foreign`: it belongs to another and is not shown. */
export type Seen = SeenDomain | 'missing' | 'foreign'

/** Whether the domain is there and ours. */
export function isOurs(seen: Seen, clientId: string): seen is SeenDomain {
  return typeof seen !== 'string' && seen.clID === clientId
}
