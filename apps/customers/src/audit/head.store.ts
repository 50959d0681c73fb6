import { sql, statement } from '@nameyard/persistence/statement'

/** The chains that have grown since their last head, if that was signed before an instant. */
export const findUnsigned = statement<{ before: Date; limit: number }, { account: number; seq: number; hash: Buffer }>(
  'audit.unsigned',
  ({ before, limit }) => sql`
    select c.account, c.seq::float8 as seq, c.hash from audit_chain c
    left join audit_head h on h.account = c.account
    where h.account is null or (h.seq < c.seq and h.signed_at < ${before})
    order by c.account limit ${limit}`,
)

/** Keeps the last signed head of each account. An older one of another process changes nothing. */
export const saveHeads = statement<{
  accounts: readonly number[]
  seqs: readonly number[]
  lines: readonly string[]
  at: Date
}>(
  'audit.save-heads',
  ({ accounts, seqs, lines, at }) => sql`
    insert into audit_head as known (account, seq, line, signed_at)
    select account, seq, line, ${at} from unnest(${accounts}::integer[], ${seqs}::bigint[], ${lines}::text[])
      as signed (account, seq, line)
    on conflict (account) do update set seq = excluded.seq, line = excluded.line, signed_at = excluded.signed_at
      where known.seq <= excluded.seq`,
)

/** Reads the last stored head of an account, as a line of JSON. */
export const findHead = statement<{ account: number }, { line: string }>(
  'audit.head',
  ({ account }) => sql`select line from audit_head where account = ${account}`,
)
