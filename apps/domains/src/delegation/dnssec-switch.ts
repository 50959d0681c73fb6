import { Injectable } from '@nestjs/common'
import { resolveNameserverGroup } from '@nameyard/contracts/dns/resolve-nameserver-group'
import { secureZone } from '@nameyard/contracts/dns/secure-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import type { Nameserver } from '../lifecycle/model/domain'

/** The group of the platform's own nameservers; every account has it. */
const PLATFORM_GROUP = 'dns-openprovider'

/** The DNSSEC fields of a request. */
export interface DnssecRequest {
  readonly is_dnssec_enabled?: boolean | undefined
  readonly dnssec_keys?: readonly object[] | undefined
}

/**
 * Switches DNSSEC of zones on the platform. The dns service creates the key, and sends it to the registry as soon as the
 * nameservers sign with it. The keys of a zone elsewhere come with the request instead.
 */
@Injectable()
export class DnssecSwitch {
  constructor(private readonly rpc: Rpc) {}

  /** Switches the zone as the request says, if it does. The domain is or will be delegated to `nameservers`. */
  async turn(
    { is_dnssec_enabled: isSecured, dnssec_keys }: DnssecRequest,
    { resellerId, name, nameservers }: { resellerId: number; name: string; nameservers: readonly Nameserver[] },
    call: Call,
  ): Promise<void> {
    if (isSecured === undefined || (isSecured && dnssec_keys !== undefined)) return
    // The key could change the zone in another way than by its records.
    if (call.actor?.limits) fail('key_limits_operation')
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
