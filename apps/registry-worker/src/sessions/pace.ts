import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { NotSent } from '@nameyard/epp/transport-errors'
import { Injectable } from '@nestjs/common'
import { EntitySchema } from 'typeorm'
import type { Rate, Registry } from '../registries/registry'

/** One command of those that a registry takes in a span: until when it is under way, or still counts. */
export interface RateBucket {
  account: string
  name: string
  drawnUntil: Date
}

export const rateBucketSchema = new EntitySchema<RateBucket>({
  name: 'rate_bucket',
  columns: {
    account: { type: 'text', primary: true },
    name: { type: 'text', primary: true },
    drawnUntil: { type: 'timestamptz', name: 'drawn_until' },
  },
})

/** Who would have to wait longer does not hold a session meanwhile. */
const LONGEST_WAIT_MS = 5_000
/** How often is looked for a command of another session that was answered. */
const LOOK_MS = 25

/**
 * Time is the database's, which all replicas share, and never a moved clock: the registry counts in real seconds. What
 * is taken comes back by itself when its worker dies.
 */
const take = statement(
  'pace.take',
  `with free as (
     select name from rate_bucket where account = $1 and name = any($2::text[]) and drawn_until <= clock_timestamp()
     order by drawn_until limit 1 for update skip locked),
   taken as (
     update rate_bucket b set drawn_until = clock_timestamp() + $3::float8 * interval '1 millisecond'
     from free where b.account = $1 and b.name = free.name returning b.name)
   select (select name from taken) as name, count(*)::int as count,
     extract(epoch from min(drawn_until) - clock_timestamp())::float8 * 1000 as "waitMs"
   from rate_bucket where account = $1 and name = any($2::text[])`,
)

const provide = statement(
  'pace.provide',
  `insert into rate_bucket (account, name, drawn_until) select $1, name, clock_timestamp() from unnest($2::text[]) name
   on conflict do nothing`,
)

const giveBack = statement(
  'pace.give-back',
  `update rate_bucket set drawn_until = clock_timestamp() + $3::float8 * interval '1 millisecond'
   where account = $1 and name = $2`,
)

/**
 * Keeps the commands of all replicas together within the limits of a registry. A command counts from when it may be
 * sent until the span after its answer is over. It came to the registry in between, so that no span there holds more
 * than the limit, however late a command leaves or an answer comes.
 */
@Injectable()
export class Pace {
  constructor(private readonly database: Database) {}

  /** Sends when the registry takes one more. Throws NotSent when that is not soon; what `send` throws passes through. */
  async within<Answer>(registry: Registry, command: string, send: () => Promise<Answer>): Promise<Answer> {
    const rates = registry.rates.filter(({ commands }) => !commands || commands.includes(command))
    const taken: { readonly name: string; readonly perMs: number }[] = []
    try {
      for (const rate of rates) taken.push({ name: await this.take(registry, rate), perMs: rate.perMs })
      return await send()
    } finally {
      for (const { name, perMs } of taken) {
        // Whoever waits for the answer does not wait for this; without it the command counts longer.
        this.database.read(giveBack, [registry.account, name, perMs]).catch(() => undefined)
      }
    }
  }

  private async take({ account, connection }: Registry, { commands, count, perMs }: Rate): Promise<string> {
    const { connectMs, answerMs } = connection.timeouts
    // A login is a connection, a greeting and an answer.
    const longestMs = connectMs + 2 * answerMs
    const names = Array.from({ length: count }, (_, n) => `${commands?.join(' ') ?? 'all'} ${n}`)
    const end = performance.now() + LONGEST_WAIT_MS
    for (;;) {
      const [found] = await this.database.read<Found>(take, [account, names, longestMs + perMs])
      if (found && found.name !== null) return found.name
      if (!found || found.count < count) {
        await this.database.read(provide, [account, names])
        continue
      }
      // One that is under way may come back long before it is given up.
      const isFar = found.waitMs > LONGEST_WAIT_MS + longestMs
      if (isFar || performance.now() > end)
        throw new NotSent(`the registry takes no more than ${count} commands in ${perMs} ms`)
      await new Promise((resolve) => setTimeout(resolve, Math.min(LOOK_MS, Math.max(1, found.waitMs))))
    }
  }
}

type Found = { readonly name: string | null; readonly count: number; readonly waitMs: number }
