import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { NotSent } from '@nameyard/epp/transport-errors'
import { Injectable } from '@nestjs/common'
import { EntitySchema } from 'typeorm'
import type { Rate, Registry } from '../registries/registry'

/** How far the commands of an account fill a limit of its registry. */
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

/**
 * Takes one command's share of a limit and says how long to wait for it (the generic cell rate algorithm). Nothing is
 * taken when that is too long. Time is the database's, which all replicas share, and never a moved clock: the registry
 * counts in real seconds.
 */
const draw = statement(
  'pace.draw',
  `insert into rate_bucket as bucket (account, name, drawn_until)
   values ($1, $2, clock_timestamp() + $3::float8 * interval '1 millisecond')
   on conflict (account, name) do update
     set drawn_until = greatest(bucket.drawn_until, clock_timestamp()) + $3::float8 * interval '1 millisecond'
     where bucket.drawn_until - clock_timestamp() <= ($4::float8 + $5::float8) * interval '1 millisecond'
   returning extract(epoch from drawn_until - clock_timestamp()) * 1000 - $3::float8 - $4::float8 as "waitMs"`,
)

/** Keeps the commands of all replicas together within the limits of a registry. */
@Injectable()
export class Pace {
  constructor(private readonly database: Database) {}

  /** Returns when the command may be sent. Throws NotSent when that is not soon. */
  async keep(registry: Registry, command: string): Promise<void> {
    for (const rate of registry.rates) {
      if (rate.commands && !rate.commands.includes(command)) continue
      await this.draw(registry.account, rate)
    }
  }

  private async draw(account: string, { commands, count, perMs, burst }: Rate): Promise<void> {
    // What comes at once after a rest and what flows afterwards never exceed `count` in any span.
    const betweenMs = perMs / (count - burst)
    const ahead = Math.max(0, burst - 1) * betweenMs
    const name = commands?.join(' ') ?? 'all'
    const values = [account, name, betweenMs, ahead, LONGEST_WAIT_MS]
    const [drawn] = await this.database.read<{ waitMs: string }>(draw, values)
    if (!drawn) throw new NotSent(`the registry takes no more than ${count} commands in ${perMs} ms`)
    const waitMs = Number(drawn.waitMs)
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}
