import { Controller } from '@nestjs/common'
import type { Input, Result } from '@nameyard/contracts/operation'
import type { PersonalData } from '@nameyard/contracts/privacy/personal-data'
import { personalDataOfRegistry } from '@nameyard/contracts/registry/personal-data-of-registry'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

/** Copies of a customer in operations that have not ended. */
const copiesOf = statement<{ resellerId: number; handle: string }, { copy: object }>(
  'privacy.copies-of-customer',
  ({ resellerId, handle }) => sql`
    select json_build_object('operation', kind, 'object', object, 'state', state, 'submitted_at', submitted_at,
      'contacts', jsonb_path_query_array(intent, 'strict $.** ? (@.handle == $handle)',
        jsonb_build_object('handle', ${handle}::text), true)) as copy
    from operation
    where state not in ('done', 'refused', 'failed') and reseller_id = ${resellerId}
      and jsonb_path_exists(intent, 'strict $.** ? (@.handle == $handle)',
        jsonb_build_object('handle', ${handle}::text), true)
    order by seq`,
)

/** Returns what this service has about a person, for an export: operations that have ended and frames have nothing. */
@Controller()
export class PersonalDataOfRegistry {
  constructor(private readonly database: Database) {}

  @Handles(personalDataOfRegistry)
  async execute({ subject }: Input<typeof personalDataOfRegistry>): Promise<Result<typeof personalDataOfRegistry>> {
    if (subject.kind === 'contact') return { data: {} }
    const { resellerId, handle } = subject
    const copies = await this.database.read(copiesOf, { resellerId, handle })
    return { data: { open_operations: copies.map(({ copy }) => copy) as PersonalData[string] } }
  }
}
