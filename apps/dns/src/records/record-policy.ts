import { readRdata } from '@nameyard/zone/record-type'
import { ipseckey } from '@nameyard/zone/record/ipseckey'
import type { RecordPolicy } from '@nameyard/zone/zone-record'
import type { DnsConfig } from '../config'

/** The requirements of the settings for records. */
export function recordPolicy({ TTL_MIN: min, TTL_MAX: max, DNS_PUBLISHER }: DnsConfig): RecordPolicy {
  return DNS_PUBLISHER === 'powerdns' ? { min, max, obstacle: obstacleOfPowerdns } : { min, max }
}

/** Records that the RFCs allow and that PowerDNS 4.7 refuses, or serves as octets that break the answer. */
const obstacleOfPowerdns: NonNullable<RecordPolicy['obstacle']> = ({ owner, type, rdata }) => {
  if (owner.includes('\\')) {
    return { field: 'name', problem: 'the name servers of this service support no dot within a label' }
  }
  if (type !== ipseckey.name) return undefined
  const { algorithm } = readRdata(ipseckey, rdata).gateway
  if (algorithm === 1 || algorithm === 2) return undefined
  return { field: 'value', problem: `the name servers of this service support algorithms 1 and 2, not ${algorithm}` }
}
