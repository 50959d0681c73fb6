import { randomUUID } from 'node:crypto'
import { Injectable, type OnModuleInit } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

/** Returns no row when another replica stores the identifier at the same time. */
const identifier = statement<{ readonly id: string }, { readonly id: string }>(
  'domains.installation',
  ({ id }) => sql`
    with added as (insert into installation (id) values (${id}) on conflict do nothing returning id)
    select id from added union all select id from installation limit 1`,
)

/** This installation among those that an order passes: installations may buy at each other. */
@Injectable()
export class Installation implements OnModuleInit {
  private id = ''

  constructor(private readonly database: Database) {}

  async onModuleInit(): Promise<void> {
    while (this.id === '') {
      const [row] = await this.database.read(identifier, { id: randomUUID() })
      this.id = row?.id ?? ''
    }
  }

  /** Returns the installations that a request has passed, this one at the end. Refuses a request that was here before. */
  passedBy({ passed = [] }: Pick<Call, 'passed'>): string[] {
    if (passed.includes(this.id)) fail('order_loop')
    return [...passed, this.id]
  }
}
