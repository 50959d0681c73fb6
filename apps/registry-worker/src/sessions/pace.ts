import { Injectable } from '@nestjs/common'
import { NotSent } from '@nameyard/epp/transport-errors'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import type { Rate, SessionAccount } from '../registries/registry'

/** A command that would have to wait longer is not sent, so that it does not block a session. */
const LONGEST_WAIT_MS = 5_000
/** Interval of checks for a bucket that another session has released. */
const CHECK_MS = 25

type Paced = Pick<SessionAccount, 'account' | 'connection' | 'rates'>

interface Taken {
  readonly name: string | null
  readonly count: number
  readonly waitMs: number
}

/**
 * The time is the database's, which all replicas share, and not the sandbox clock: the registry counts real seconds. A
 * bucket becomes free by itself when its worker crashes.
 */
const TAKE = statement<{ readonly account: string; readonly names: readonly string[]; readonly ms: number }, Taken>(
  'pace.take',
  ({ account, names, ms }) => sql`
    with free as (
      select name from rate_bucket
      where account = ${account} and name = any(${names}::text[]) and drawn_until <= clock_timestamp()
      order by drawn_until limit 1 for update skip locked),
    taken as (
      update rate_bucket b set drawn_until = clock_timestamp() + ${ms}::float8 * interval '1 millisecond'
      from free where b.account = ${account} and b.name = free.name returning b.name)
    select (select name from taken) as name, count(*)::int as count,
      extract(epoch from min(drawn_until) - clock_timestamp())::float8 * 1000 as "waitMs"
    from rate_bucket where account = ${account} and name = any(${names}::text[])`,
)

const PROVIDE = statement<{ readonly account: string; readonly names: readonly string[] }>(
  'pace.provide',
  ({ account, names }) => sql`
    insert into rate_bucket (account, name, drawn_until)
    select ${account}, name, clock_timestamp() from unnest(${names}::text[]) name
    on conflict do nothing`,
)

const RELEASE = statement<{ account: string; name: string; ms: number }>(
  'pace.release',
  ({ account, name, ms }) => sql`
    update rate_bucket set drawn_until = clock_timestamp() + ${ms}::float8 * interval '1 millisecond'
    where account = ${account} and name = ${name}`,
)

/**
 * Keeps the commands of all replicas within the rate limits of a registry. A command counts from its permission until one
 * period after its answer. The registry receives it in between, so no period there has more commands than the limit,
 * even when a command or an answer is delayed.
 */
@Injectable()
export class Pace {
  constructor(private readonly database: Database) {}

  /** Calls `send` when the rate limits allow it. Throws NotSent when that takes too long. */
  async within<Answer>(registry: Paced, command: string, send: () => Promise<Answer>): Promise<Answer> {
    const rates = registry.rates.filter(({ commands }) => !commands || commands.includes(command))
    const taken: { readonly name: string; readonly perMs: number }[] = []
    try {
      for (const rate of rates) taken.push({ name: await this.take(registry, rate), perMs: rate.perMs })
      return await send()
    } finally {
      for (const { name, perMs } of taken) {
        // Not awaited, so that the answer is not delayed; if it fails, the command counts longer.
        this.database.read(RELEASE, { account: registry.account, name, ms: perMs }).catch(() => undefined)
      }
    }
  }

  private async take({ account, connection }: Paced, { commands, count, perMs }: Rate): Promise<string> {
    const { connectMs, answerMs } = connection.timeouts
    // A login takes a connection, a greeting and an answer.
    const longestMs = connectMs + 2 * answerMs
    const names = Array.from({ length: count }, (_, n) => `${commands?.join(' ') ?? 'all'} ${n}`)
    const end = performance.now() + LONGEST_WAIT_MS
    for (;;) {
      const [found] = await this.database.read(TAKE, { account, names, ms: longestMs + perMs })
      if (found && found.name !== null) return found.name
      if (!found || found.count < count) {
        await this.database.read(PROVIDE, { account, names })
        continue
      }
      // A bucket of a running command may be released long before `drawnUntil`.
      const isFar = found.waitMs > LONGEST_WAIT_MS + longestMs
      if (isFar || performance.now() > end)
        throw new NotSent(`the registry takes no more than ${count} commands in ${perMs} ms`)
      await new Promise((resolve) => setTimeout(resolve, Math.min(CHECK_MS, Math.max(1, found.waitMs))))
    }
  }
}
