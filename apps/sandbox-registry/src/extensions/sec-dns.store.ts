import type { ClientBase } from 'pg'

/** A DNSKEY record, its key in base64 (RFC 4034 section 2). */
export interface KeyData {
  readonly flags: number
  readonly protocol: number
  readonly alg: number
  readonly pubKey: string
}

/** A DS record, its digest in upper-case hex, and the key it was made of when that was told (RFC 5910 section 4.1). */
export interface DsData {
  readonly keyTag: number
  readonly alg: number
  readonly digestType: number
  readonly digest: string
  readonly keyData?: KeyData
}

export type SecDnsRecord = DsData | KeyData

/** In the order they were added. */
export async function findSecDns(db: ClientBase, domain: string): Promise<SecDnsRecord[]> {
  const { rows } = await db.query<{ record: SecDnsRecord }>(
    'select record from sandbox_registry.domain_sec_dns where domain = $1 order by id',
    [domain],
  )
  return rows.map(({ record }) => record)
}

/** How many of them were new. */
export async function addSecDns(db: ClientBase, domain: string, records: readonly SecDnsRecord[]): Promise<number> {
  const { rowCount } = await db.query(
    `insert into sandbox_registry.domain_sec_dns (domain, record)
     select $1, r from jsonb_array_elements($2::jsonb) with ordinality e (r, n) order by n
     on conflict do nothing`,
    [domain, JSON.stringify(records)],
  )
  return rowCount ?? 0
}

/** How many of them were there; a DS record is known by its four fields, whatever key it was told with. */
export async function removeSecDns(db: ClientBase, domain: string, records: readonly SecDnsRecord[]): Promise<number> {
  const { rowCount } = await db.query(
    `delete from sandbox_registry.domain_sec_dns where domain = $1
     and record - 'keyData' in (select r - 'keyData' from jsonb_array_elements($2::jsonb) r)`,
    [domain, JSON.stringify(records)],
  )
  return rowCount ?? 0
}

export async function removeAllSecDns(db: ClientBase, domain: string): Promise<void> {
  await db.query('delete from sandbox_registry.domain_sec_dns where domain = $1', [domain])
}
