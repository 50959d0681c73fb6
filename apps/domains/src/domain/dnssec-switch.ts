import { resolveNameserverGroup } from '@nameyard/contracts/dns/resolve-nameserver-group'
import { secureZone } from '@nameyard/contracts/dns/secure-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { Injectable } from '@nestjs/common'
import type { Nameserver } from './model/domain'

/** The group that stands for the platform's own nameservers in every account. */
const PLATFORM_GROUP = 'dns-openprovider'

interface Switched {
  readonly is_dnssec_enabled?: boolean | undefined
  readonly dnssec_keys?: readonly object[] | undefined
}

/**
 * DNSSEC of a domain whose zone the platform has: its key is made and told to the registry by the service that has the
 * zone, as soon as the name servers sign with it. A zone elsewhere comes with keys of its own.
 */
@Injectable()
export class DnssecSwitch {
  constructor(private readonly rpc: Rpc) {}

  /** Turns the switch as a request says, if it does; the domain is or will be delegated to `nameservers`. */
  async turn(
    { is_dnssec_enabled: isSecured, dnssec_keys }: Switched,
    { resellerId, name, nameservers }: { resellerId: number; name: string; nameservers: readonly Nameserver[] },
    call: Call,
  ): Promise<void> {
    if (isSecured === undefined || (isSecured && dnssec_keys !== undefined)) return
    if (isSecured) {
      const group = await this.rpc.call(resolveNameserverGroup, { resellerId, group: PLATFORM_GROUP }, call)
      const platform = group.nameservers.map((host) => host.name)
      if (nameservers.length === 0 || !nameservers.every((host) => platform.includes(host.name)))
        fail('invalid_input', {
          field: 'is_dnssec_enabled',
          problem: 'needs dnssec_keys or our nameservers',
        })
    }
    await this.rpc.call(secureZone, { resellerId, name, isSecured }, call)
  }
}
