import { sql, statement } from '@nameyard/persistence/statement'

interface OfAccount {
  readonly name: string
  readonly resellerId: number
}

/** Stores a prepared zone; a later order of the account replaces the zone of an earlier one. */
export const savePrepared = statement<OfAccount & { records: Buffer; now: Date }>(
  'dns.save-prepared-zone',
  (given) => sql`
    insert into prepared_zone (name, reseller_id, records, created_at)
    values (${given.name}, ${given.resellerId}, ${given.records}, ${given.now})
    on conflict (name, reseller_id) do update
      set records = excluded.records, is_secured = false, created_at = excluded.created_at`,
)

/** Deletes and returns a prepared zone. `hasZone`: the account has a zone at the name, which is not changed. */
export const takePrepared = statement<OfAccount, { records: Buffer; isSecured: boolean; hasZone: boolean }>(
  'dns.take-prepared-zone',
  (given) => sql`
    delete from prepared_zone where name = ${given.name} and reseller_id = ${given.resellerId}
    returning records, is_secured as "isSecured", exists (
      select from zone z where z.name = ${given.name} and z.reseller_id = ${given.resellerId} and z.deleted_at is null
    ) as "hasZone"`,
)

export const securePrepared = statement<OfAccount & { isSecured: boolean }, { records: Buffer }>(
  'dns.secure-prepared-zone',
  (given) => sql`
    update prepared_zone set is_secured = ${given.isSecured}
    where name = ${given.name} and reseller_id = ${given.resellerId} returning records`,
)

/** Deletes the prepared zone of an order that ended at an instant. */
export const dropPrepared = statement<OfAccount & { endedAt: Date }>(
  'dns.drop-prepared-zone',
  (given) => sql`
    delete from prepared_zone
    where name = ${given.name} and reseller_id = ${given.resellerId} and created_at <= ${given.endedAt}`,
)
