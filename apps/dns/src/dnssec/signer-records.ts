import { fail } from '@nameyard/contracts/errors'
import type { ZoneRecord } from '@nameyard/zone/zone-record'
import { recordRefusal } from '../records/refuse-record'
import { signerTypes } from './signer-types'

/**
 * Refuses DNSKEY, CDS and CDNSKEY records for a zone that the platform signs: the name servers answer those of the zone's
 * key and no others.
 */
export function refuseSignerRecords(records: readonly Pick<ZoneRecord, 'type' | 'owner'>[]): void {
  const found = records.find(({ type }) => signerTypes.includes(type))
  if (found === undefined) return
  const { type, owner } = found
  const problem = 'the platform signs the zone and makes this type itself; switch `secured` off first'
  throw recordRefusal({ kind: 'conflict', record: `${type} ${owner}`, type, field: 'type', problem })
}

/**
 * Refuses to sign a zone that has such records: they would no longer be answered. `field` is the field that requests
 * the signing.
 */
export function refuseSigning(field: string, records: readonly Pick<ZoneRecord, 'type'>[]): void {
  const found = records.find(({ type }) => signerTypes.includes(type))
  if (found === undefined) return
  const problem = `the zone has a ${found.type} record of its own, which signing would replace; remove it first`
  fail('dnssec_unavailable', { field, problem }, [{ path: field, problem }])
}
