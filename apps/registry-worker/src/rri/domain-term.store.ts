import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'

/** The end of the year that a domain is paid for. */
export interface DomainTerm {
  account: string
  object: string
  endsAt: Date
}

const BEGIN = statement<DomainTerm>(
  'domain-terms.begin',
  ({ account, object, endsAt }) => sql`
    insert into domain_term (account, object, ends_at) values (${account}, ${object}, ${endsAt})
    on conflict (account, object) do update set ends_at = excluded.ends_at`,
)

/** A domain that is not known begins its year now. The registry bills the next year when one is over. */
const FIND = statement<{ account: string; object: string; isBilled: boolean; now: Date }, { endsAt: Date }>(
  'domain-terms.find',
  ({ account, object, isBilled, now }) => sql`
    insert into domain_term as t (account, object, ends_at)
    values (${account}, ${object}, ${now}::timestamptz + interval '1 year')
    on conflict (account, object) do update set ends_at = t.ends_at
      + make_interval(years => case when t.ends_at > ${now} or not ${isBilled}::boolean then 0
          else extract(year from age(${now}, t.ends_at))::int + 1 end)
    returning ends_at as "endsAt"`,
)

const EXTEND = statement<DomainTerm>(
  'domain-terms.extend',
  ({ account, object, endsAt }) => sql`
    insert into domain_term as t (account, object, ends_at) values (${account}, ${object}, ${endsAt})
    on conflict (account, object) do update set ends_at = greatest(t.ends_at, excluded.ends_at)`,
)

const END = statement<{ account: string; object: string }>(
  'domain-terms.end',
  ({ account, object }) => sql`delete from domain_term where account = ${account} and object = ${object}`,
)

/**
 * The terms of domains at a registry that has none: it bills each year by itself until a domain is deleted or moves, and
 * shows no expiry. The platform sells years, so their end is kept here.
 */
@Injectable()
export class DomainTerms {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Begins the term of a domain that came to us. */
  async begin(account: string, object: string, endsAt: Date): Promise<void> {
    await this.database.read(BEGIN, { account, object, endsAt })
  }

  /** Returns the end of the year that the registry bills now. It bills no further year of a deleted domain. */
  async endOf(account: string, object: string, isBilled: boolean): Promise<Date> {
    const [row] = await this.database.read(FIND, { account, object, isBilled, now: this.clock.now() })
    return row!.endsAt
  }

  /** Extends a term to an instant. The same call again changes nothing. */
  async extend(account: string, object: string, endsAt: Date): Promise<void> {
    await this.database.read(EXTEND, { account, object, endsAt })
  }

  /** Ends the term of a domain that we do not have any more. */
  async end(account: string, object: string): Promise<void> {
    await this.database.read(END, { account, object })
  }
}
