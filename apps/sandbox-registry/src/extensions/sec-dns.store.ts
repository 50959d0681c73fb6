import type { ClientBase } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read, write } from '../database/query'

/** A DNSKEY record, its key in base64 (RFC 4034 section 2). */
export interface KeyData {
  readonly flags: number
  readonly protocol: number
  readonly alg: number
  readonly pubKey: string
}

/** A DS record with its digest in upper-case hex, and the key of the digest when it was sent (RFC 5910 section 4.1). */
export interface DsData {
  readonly keyTag: number
  readonly alg: number
  readonly digestType: number
  readonly digest: string
  readonly keyData?: KeyData
}

export type SecDnsRecord = DsData | KeyData

/** Records as a JSON array. */
interface Change {
  readonly domain: string
  readonly records: string
}

const FIND = statement<{ domain: string }, { record: SecDnsRecord }>(
  'sandbox.find-sec-dns',
  ({ domain }) => sql`select record from sandbox_registry.domain_sec_dns where domain = ${domain} order by id`,
)

const ADD = statement<Change>(
  'sandbox.add-sec-dns',
  ({ domain, records }) => sql`
    insert into sandbox_registry.domain_sec_dns (domain, record)
    select ${domain}, r from jsonb_array_elements(${records}::jsonb) with ordinality e (r, n) order by n
    on conflict do nothing`,
)

const REMOVE = statement<Change>(
  'sandbox.remove-sec-dns',
  ({ domain, records }) => sql`
    delete from sandbox_registry.domain_sec_dns where domain = ${domain}
    and record - 'keyData' in (select r - 'keyData' from jsonb_array_elements(${records}::jsonb) r)`,
)

const REMOVE_ALL = statement<{ domain: string }>(
  'sandbox.remove-all-sec-dns',
  ({ domain }) => sql`delete from sandbox_registry.domain_sec_dns where domain = ${domain}`,
)

/** Returns the records of a domain, oldest first. */
export async function findSecDns(db: ClientBase, domain: string): Promise<SecDnsRecord[]> {
  return (await read(db, FIND, { domain })).map(({ record }) => record)
}

/** Adds records and returns how many of them were new. */
export async function addSecDns(db: ClientBase, domain: string, records: readonly SecDnsRecord[]): Promise<number> {
  return write(db, ADD, { domain, records: JSON.stringify(records) })
}

/** Removes records and returns how many were there. DS records are compared without their key. */
export async function removeSecDns(db: ClientBase, domain: string, records: readonly SecDnsRecord[]): Promise<number> {
  return write(db, REMOVE, { domain, records: JSON.stringify(records) })
}

export async function removeAllSecDns(db: ClientBase, domain: string): Promise<void> {
  await write(db, REMOVE_ALL, { domain })
}
