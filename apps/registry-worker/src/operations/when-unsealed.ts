import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { withCodes } from './model/codes'
import type { RegistryOperation } from './operation.store'

const EVERY_MS = 600_000

const BATCH = 200

type Coded = Pick<RegistryOperation, 'id' | 'intent' | 'object'>

/** Operations under way are few, and an index has them. Settled ones have no codes. */
const unsealed = statement<void, Coded>(
  'operations.unsealed',
  () => sql`
    select id, object, intent from operation
    where state not in ('done', 'refused', 'failed')
      and ((intent ->> 'authInfo' <> '' and intent ->> 'authInfo' not like 'sealed.%')
        or (intent ->> 'allocationToken' <> '' and intent ->> 'allocationToken' not like 'sealed.%')
        or (intent #>> '{desired,authInfo}' <> '' and intent #>> '{desired,authInfo}' not like 'sealed.%'))
    order by account, object, seq limit ${raw(String(BATCH))}`,
)

const seal = statement<{ readonly id: string; readonly intent: string }>(
  'operations.seal',
  ({ id, intent }) => sql`
    update operation set intent = ${intent} where id = ${id} and state not in ('done', 'refused', 'failed')`,
)

/** Seals the auth codes of operations that an earlier version has stored in the clear. An intent never changes otherwise. */
@Injectable()
export class WhenUnsealed extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly codes: AuthCodeCipher,
  ) {
    super({ name: 'auth codes', everyMs: EVERY_MS })
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap()
    void this.run()
  }

  protected override async sweep(): Promise<void> {
    while (!this.isStopped) {
      const rows = await this.database.read(unsealed)
      for (const { id, object, intent } of rows) {
        const sealed = withCodes(intent, (code) => this.codes.seal(object, code))
        await this.database.read(seal, { id, intent: JSON.stringify(sealed) })
      }
      if (rows.length < BATCH) return
    }
  }
}
