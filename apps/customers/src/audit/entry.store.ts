import { sql, statement } from '@nameyard/persistence/statement'

/** Lets one process at a time add to the chains. False when another one does. */
export const lockChains = statement<void, { isLocked: boolean }>(
  'audit.lock-chains',
  () => sql`select pg_try_advisory_xact_lock(hashtext('nameyard audit chains')) as "isLocked"`,
)

/** Returns which of the events are entries already. */
export const findRecorded = statement<{ eventIds: readonly string[] }, { eventId: string }>(
  'audit.recorded',
  ({ eventIds }) => sql`select event_id as "eventId" from audit_entry where event_id = any(${eventIds}::uuid[])`,
)

/** Returns the ends of chains; an account without entries has none. */
export const findChains = statement<
  { accounts: readonly number[] },
  { account: number; seq: string; hash: Buffer; recordedAt: Date }
>(
  'audit.chains',
  ({ accounts }) => sql`
    select account, seq, hash, recorded_at as "recordedAt" from audit_chain where account = any(${accounts}::integer[])`,
)

export const saveChains = statement<{
  accounts: readonly number[]
  seqs: readonly number[]
  hashes: readonly Buffer[]
  times: readonly Date[]
}>(
  'audit.save-chains',
  ({ accounts, seqs, hashes, times }) => sql`
    insert into audit_chain (account, seq, hash, recorded_at)
    select * from unnest(${accounts}::integer[], ${seqs}::bigint[], ${hashes}::bytea[], ${times}::timestamptz[])
    on conflict (account) do update
      set seq = excluded.seq, hash = excluded.hash, recorded_at = excluded.recorded_at`,
)

/** Adds entries in the given order. The columns for searches are read from the body. */
export const insertEntries = statement<{
  bodies: readonly string[]
  hashes: readonly Buffer[]
}>(
  'audit.insert-entries',
  ({ bodies, hashes }) => sql`
    insert into audit_entry (account, seq, event_id, recorded_at, event, subject, contact_id, key_id, body, hash)
    select (entry ->> 'account')::integer, (entry ->> 'seq')::bigint, (entry ->> 'id')::uuid,
      (entry ->> 'recorded_at')::timestamptz, entry ->> 'event', entry ->> 'subject', (entry ->> 'contact')::integer,
      (entry ->> 'key')::integer, body, hash
    from unnest(${bodies}::text[], ${hashes}::bytea[]) with ordinality as added (body, hash, place),
      lateral (select body::json as entry) as parsed
    order by place`,
)

export const insertPersonal = statement<{
  accounts: readonly number[]
  seqs: readonly number[]
  fields: readonly string[]
  salts: readonly Buffer[]
  values: readonly string[]
  times: readonly Date[]
}>(
  'audit.insert-personal',
  ({ accounts, seqs, fields, salts, values, times }) => sql`
    insert into audit_person (account, seq, field, salt, value, recorded_at)
    select * from unnest(${accounts}::integer[], ${seqs}::bigint[], ${fields}::text[], ${salts}::bytea[],
      ${values}::text[], ${times}::timestamptz[])`,
)

/** The end of the chain of an account. */
export const findChain = statement<{ account: number }, { account: number; seq: number; hash: Buffer }>(
  'audit.chain',
  ({ account }) => sql`select account, seq::float8 as seq, hash from audit_chain where account = ${account}`,
)

/** An entry with the salts and values that are not erased. */
export interface ExportedEntry {
  readonly seq: number
  readonly body: string
  readonly hash: Buffer
  readonly nameSalt: Buffer | null
  readonly name: string | null
  readonly addressSalt: Buffer | null
  readonly address: string | null
}

/** Reads the entries of an account in the order of its chain. */
export const exportEntries = statement<{ account: number; after: number; limit: number }, ExportedEntry>(
  'audit.export',
  ({ account, after, limit }) => sql`
    select e.seq::float8 as seq, e.body, e.hash, n.salt as "nameSalt", n.value as name,
      a.salt as "addressSalt", a.value as address
    from audit_entry e
    left join audit_person n on n.account = e.account and n.seq = e.seq and n.field = 'name'
    left join audit_person a on a.account = e.account and a.seq = e.seq and a.field = 'address'
    where e.account = ${account} and e.seq > ${after}::bigint
    order by e.seq limit ${limit}`,
)
