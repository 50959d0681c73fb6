import { isIPv6 } from 'node:net'
import { Inject, Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { canonicalAddress, isInside } from './master-address'

/** What a request says of a zone that may be a slave. */
interface SlaveGiven {
  readonly master_ip?: string | undefined
  readonly records?: object | undefined
  readonly template_name?: string | undefined
  readonly secured?: boolean | undefined
}

/** Rules of zones that take their records from a server of their owner, by zone transfer (RFC 5936). */
@Injectable()
export class SlaveZones {
  constructor(@Inject(DNS_CONFIG) private readonly config: DnsConfig) {}

  /** The address of the master that a request names; refuses what a slave zone cannot have. */
  masterOf({ master_ip, records, template_name, secured }: SlaveGiven): string {
    const refuse = (field: string, problem: string) =>
      fail('invalid_input', { field, problem }, [{ path: field, problem }])
    if (this.config.DNS_PUBLISHER === 'builtin') refuse('type', 'the built-in publisher takes no slaves')
    const hasRecords = records !== undefined && Object.values(records).some((each) => each !== undefined)
    if (hasRecords) refuse('records', 'a slave zone has them from its master')
    if (template_name !== undefined) refuse('template_name', 'a slave zone has none')
    if (secured) refuse('secured', 'a slave zone is signed by its master')
    const given = master_ip?.trim() ?? ''
    const refuseAddress = (problem: string) =>
      fail('zone_master_invalid', { problem }, [{ path: 'master_ip', problem }])
    const address = canonicalAddress(given)
    if (address === undefined)
      return refuseAddress(given === '' ? 'a slave zone needs one' : 'it is not one IP address')
    const isListed = this.config.SLAVE_MASTER_NETWORKS.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
    if (isInside(address) && !isListed)
      refuseAddress('loopback, link-local, private and reserved addresses are not allowed')
    return address
  }
}

/** Refuses a master for a zone that has its records here. */
export function refuseMaster(): never {
  const problem = 'it belongs to slave zones'
  return fail('invalid_input', { field: 'master_ip', problem }, [{ path: 'master_ip', problem }])
}
