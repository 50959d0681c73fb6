import { writeRdata } from './record-type'
import { ns } from './record/ns'
/**
 * Glossary (RFC 9499).
 *
 * - **zone**: the names from its apex down to the delegations below, and their records.
 * - **apex**: the name of the zone itself.
 * - **owner name**: the name at which a record stands.
 * - **RRset**: all records of one owner name and one type; they share one TTL (RFC 2181 5.2).
 * - **RDATA**: what a record says, in the form of its type.
 * - **delegation**: NS records below the apex; what lies below them belongs to another zone, except **glue**, the
 *   addresses of those name servers.
 * - **serial**: the version of a zone in its SOA record, growing in RFC 1982 arithmetic.
 *
 * Names are lower case, in A-labels, without their final dot.
 */
import { soa } from './record/soa'
import { serialOf } from './serial'
import type { ZoneRecord } from './zone-record'

/** The platform's records at the apex of every zone; times in seconds. */
export interface Authority {
  /** Name servers of the platform; the first is named in the SOA record. */
  readonly nameservers: readonly string[]
  /** Mailbox of the operator of the zones, the @ written as a dot (RFC 1035 3.3.13). */
  readonly mailbox: string
  readonly refresh: number
  readonly retry: number
  readonly expire: number
  /** How long a negative answer is cached; seconds (RFC 2308 section 4). */
  readonly minimum: number
  readonly soaTtl: number
  readonly nsTtl: number
}

/** SOA and NS records of a zone in one of its versions; the serial is the version modulo 2^32. */
export function authorityRecords(apex: string, authority: Authority, version: bigint): ZoneRecord[] {
  const [primary = ''] = authority.nameservers
  const { mailbox, refresh, retry, expire, minimum } = authority
  const serial = serialOf(version)
  return [
    {
      owner: apex,
      type: soa.name,
      ttl: authority.soaTtl,
      rdata: writeRdata(soa, { primary, mailbox, serial, refresh, retry, expire, minimum }),
    },
    ...authority.nameservers.map((host) => ({
      owner: apex,
      type: ns.name,
      ttl: authority.nsTtl,
      rdata: writeRdata(ns, { host }),
    })),
  ]
}
