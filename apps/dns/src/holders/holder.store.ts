import { sql, statement } from '@nameyard/persistence/statement'

/** A domain and the account that holds it. */
export interface Holder {
  readonly name: string
  readonly domainId: number
  /** Null when the platform's registrar no longer sponsors the domain. */
  readonly resellerId: number | null
  readonly version: number
  readonly changedAt: Date
}

/**
 * Stores a holder, unless a later one is known. Returns no row in that case. `former` is the account that held the name
 * before. Of two domains of one name the later one counts; that one of them ended says nothing about the other.
 */
export const saveHolder = statement<Holder, { former: number | null }>(
  'dns.save-holder',
  (given) => sql`
    with known as (select reseller_id from holder where name = ${given.name}),
    saved as (
      insert into holder as h (name, domain_id, reseller_id, version, changed_at)
      values (${given.name}, ${given.domainId}, ${given.resellerId}, ${given.version}, ${given.changedAt})
      on conflict (name) do update
        set domain_id = excluded.domain_id, reseller_id = excluded.reseller_id, version = excluded.version,
          changed_at = excluded.changed_at
        where case when h.domain_id = excluded.domain_id then h.version < excluded.version
          else excluded.reseller_id is not null
            and (h.changed_at, h.domain_id) < (excluded.changed_at, excluded.domain_id) end
      returning name)
    select (select reseller_id from known) as former from saved`,
)

/** The holders of some names; of names that were held, too. */
export const holdersOf = statement<{ names: readonly string[] }, Holder>(
  'dns.holders-of',
  ({ names }) => sql`
    select name, domain_id as "domainId", reseller_id as "resellerId", version, changed_at as "changedAt"
    from holder where name = any(${names}::text[])`,
)

/** The names below a name that accounts other than `resellerId` hold. `below` is a pattern of the reversed name. */
export const heldBelow = statement<{ below: string; resellerId: number }, { name: string }>(
  'dns.held-below',
  ({ below, resellerId }) => sql`
    select name from holder where reseller_id <> ${resellerId} and reverse(name) like ${below}`,
)
