import { sql, statement } from '@nameyard/persistence/statement'

/** A name and the account that proved last that it controls it. */
export interface ProvedName {
  readonly name: string
  readonly resellerId: number
  readonly provedAt: Date
}

/** The accounts that proved control of some names. */
export const provedNames = statement<{ names: readonly string[]; now: Date }, ProvedName>(
  'dns.proved-names',
  ({ names, now }) => sql`
    select name, reseller_id as "resellerId", proved_at as "provedAt" from proved_name
    where name = any(${names}::text[]) and ends_at > ${now}`,
)

/** Stores that an account proved control of a name. Proofs of other accounts no longer count, nor do their records. */
export const saveProvedName = statement<{ name: string; resellerId: number; now: Date; endsAt: Date }>(
  'dns.save-proved-name',
  (given) => sql`
    with outdated as (delete from zone_proof where name = ${given.name})
    insert into proved_name (name, reseller_id, proved_at, ends_at)
    values (${given.name}, ${given.resellerId}, ${given.now}, ${given.endsAt})
    on conflict (name) do update
      set reseller_id = excluded.reseller_id, proved_at = excluded.proved_at, ends_at = excluded.ends_at`,
)

/** Ends the proofs of other accounts than the holder at a name and below it. `below` is a pattern of the reversed name. */
export const endProofs = statement<{ name: string; below: string; resellerId: number }>(
  'dns.end-proofs',
  (given) => sql`
    delete from proved_name
    where (name = ${given.name} or reverse(name) like ${given.below}) and reseller_id <> ${given.resellerId}`,
)
