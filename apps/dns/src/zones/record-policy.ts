import { ipseckey } from '@nameyard/zone/record/ipseckey'
import { readRdata } from '@nameyard/zone/record-type'
import type { RecordPolicy } from '@nameyard/zone/zone-record'
import type { DnsConfig } from '../config'

/** What the settings ask of records. */
export function recordPolicy({ TTL_MIN: min, TTL_MAX: max, DNS_PUBLISHER }: DnsConfig): RecordPolicy {
  return DNS_PUBLISHER === 'powerdns' ? { min, max, obstacle: obstacleOfPowerdns } : { min, max }
}

/** What PowerDNS 4.7 refuses, or serves as octets that break the answer, although the RFCs allow it. */
const obstacleOfPowerdns: NonNullable<RecordPolicy['obstacle']> = ({ owner, type, rdata }) => {
  if (owner.includes('\\')) {
    return { field: 'name', problem: 'the name servers of this service hold no dot within a label' }
  }
  if (type !== ipseckey.name) return undefined
  const { algorithm } = readRdata(ipseckey, rdata).gateway
  if (algorithm === 1 || algorithm === 2) return undefined
  return { field: 'value', problem: `the name servers of this service hold algorithms 1 and 2, not ${algorithm}` }
}
