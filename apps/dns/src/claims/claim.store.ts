import { sql, statement } from '@nameyard/persistence/statement'

/** A record that an account was asked to publish. */
export interface OpenProof {
  readonly value: string
  readonly expiresAt: Date
}

interface OfAccount {
  readonly name: string
  readonly resellerId: number
}

/** Makes requests of one account for records wait for each other until the end of the transaction. */
export const lockProofs = statement<{ resellerId: number }>(
  'dns.lock-zone-proofs',
  ({ resellerId }) => sql`select pg_advisory_xact_lock(hashtext('zone_proof'), ${resellerId})`,
)

/** Counts the open records of an account for other names. */
export const countOtherProofs = statement<OfAccount & { now: Date }, { proofs: number }>(
  'dns.count-zone-proofs',
  (given) => sql`
    select count(*)::integer as proofs from zone_proof
    where reseller_id = ${given.resellerId} and name <> ${given.name} and expires_at > ${given.now}`,
)

/** Returns the open record of an account, or stores and returns a new one. */
export const openProof = statement<OfAccount & OpenProof & { now: Date }, OpenProof>(
  'dns.open-zone-proof',
  (given) => sql`
    insert into zone_proof as p (name, reseller_id, value, expires_at)
    values (${given.name}, ${given.resellerId}, ${given.value}, ${given.expiresAt})
    on conflict (name, reseller_id) do update
      set value = case when p.expires_at > ${given.now} then p.value else excluded.value end,
        expires_at = case when p.expires_at > ${given.now} then p.expires_at else excluded.expires_at end
    returning value, expires_at as "expiresAt"`,
)

export const findProof = statement<OfAccount & { now: Date }, OpenProof>(
  'dns.find-zone-proof',
  (given) => sql`
    select value, expires_at as "expiresAt" from zone_proof
    where name = ${given.name} and reseller_id = ${given.resellerId} and expires_at > ${given.now}`,
)

/** Uses a record. Returns no row when it was used or replaced meanwhile, or has expired. */
export const spendProof = statement<OfAccount & { value: string; now: Date }, { name: string }>(
  'dns.spend-zone-proof',
  (given) => sql`
    delete from zone_proof
    where name = ${given.name} and reseller_id = ${given.resellerId} and value = ${given.value}
      and expires_at > ${given.now}
    returning name`,
)

/**
 * Locks the zones that a claim takes from other accounts: those at the name and below it. A zone below stays if its account
 * has proved control of that name or of one in between, or if the last check found it delegated to this account.
 */
export const lockClaimed = statement<OfAccount & { below: string; now: Date }, { id: number; name: string }>(
  'dns.lock-claimed-zones',
  (given) => sql`
    select z.id, z.name from zone z
    where z.deleted_at is null and (z.name = ${given.name} or reverse(z.name) like ${given.below})
      and coalesce(z.kept_for, z.reseller_id) <> ${given.resellerId} and coalesce(z.kept_for, z.reseller_id) <> 0
      and (z.name = ${given.name} or not exists (
        select from zone_delegation d where d.zone_id = z.id and d.reseller_id = z.reseller_id and d.state = 'own'))
      and not exists (
        select from proved_name p
        where p.reseller_id = z.reseller_id and p.ends_at > ${given.now} and reverse(p.name) like ${given.below}
          and right('.' || z.name, length(p.name) + 1) = '.' || p.name)
    order by z.id for update of z`,
)
