import type { RegisteredDomain } from '@nameyard/epp/domain/info'
import type { Dnssec } from '@nameyard/epp/extensions/secdns/dnssec'
import type { RgpStatus } from '@nameyard/epp/status'

/** The answer to EPP info of a domain, with its extensions. */
export interface SeenDomain extends RegisteredDomain {
  /** RGP statuses (RFC 3915); empty also when the registry does not return them. */
  readonly graceStatuses: readonly RgpStatus[]
  readonly dnssec: Dnssec | undefined
  /** When the registry will delete the domain, where it was told a day. */
  readonly deletesAt?: Date | undefined
}

/** `missing`: the domain does not exist; `foreign`: another registrar sponsors it and the registry does not show it. */
export type Seen = SeenDomain | 'missing' | 'foreign'

/** Whether the domain exists and we sponsor it. */
export function isOurs(seen: Seen, clientId: string): seen is SeenDomain {
  return typeof seen !== 'string' && seen.clID === clientId
}
