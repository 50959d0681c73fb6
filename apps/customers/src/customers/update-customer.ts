import { Controller } from '@nestjs/common'
import { updateCustomer } from '@nameyard/contracts/customers/update-customer'
import type { Warning } from '@nameyard/contracts/envelope'
import { describe, errors, fail, type ErrorName } from '@nameyard/contracts/errors'
import { customerChanged } from '@nameyard/contracts/events/catalogue/customer-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { advised, type Advised } from '@nameyard/messaging/advised'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CustomerEvents, type EventCustomer } from '../account-events/customer-events'
import { RegistrantAddresses } from '../email-verification/registrant-addresses'
import { namesIn, withWholeNumbers, type PartyNames } from '../party/model/party-details'
import { refuseFaults } from '../party/refuse-faults'
import { vatAdvice } from '../party/vat-advice'
import { giveTags } from '../tags/tag.store'
import { lockCustomer, updateOf } from './customer.store'
import { changedDetails, otherNames } from './model/changed-details'
import { detailsIn } from './model/customer-details'
import { customerFaults } from './model/customer-faults'

@Controller()
export class UpdateCustomer {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly addresses: RegistrantAddresses,
    private readonly events: CustomerEvents,
  ) {}

  /** Locks the row, so that concurrent changes of different fields are all kept. */
  @Handles(updateCustomer)
  async execute(
    input: Input<typeof updateCustomer>,
    call: Call,
  ): Promise<Result<typeof updateCustomer> | Advised<Result<typeof updateCustomer>>> {
    const resellerId = resellerOf(call)
    const now = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      const [before] = await tx.query(lockCustomer, { resellerId, handle: input.handle })
      if (!before) fail('customer_not_found', { handle: input.handle })
      const changed = changedDetails(before, detailsIn(input))
      refuseFaults(customerFaults(withWholeNumbers(before, changed), input.tags))
      const hasOtherTags = input.tags ? await giveTags(tx, resellerId, before.id, input.tags) : false
      let after: EventCustomer = before
      if (Object.keys(changed).length > 0) {
        const columns = {
          ...changed,
          ...(changed.comments !== undefined && { comments_changed_at: now }),
          updated_at: now,
        }
        const [updated] = await tx.query<EventCustomer>(updateOf(before.id, columns))
        after = updated!
        if (changed.email !== undefined) await this.addresses.follow(tx, resellerId, { ...before, ...changed })
      }
      const names = [...Object.keys(changed), ...(hasOtherTags ? ['tags'] : [])]
      if (names.length > 0) await this.events.tell(tx, customerChanged, after, names)
      return advised({ success: true }, [...nameAdvice(before, namesIn(input)), ...vatAdvice(changed.vat ?? '')])
    })
  }
}

const refusals = {
  first_name: 'first_name_invalid',
  prefix: 'prefix_invalid',
  initials: 'initials_invalid',
  last_name: 'last_name_invalid',
  company_name: 'company_name_invalid',
} as const satisfies Record<keyof PartyNames, ErrorName>

/** Warns a client that sends other names: clients repeat the names in updates, but a customer keeps its names. */
function nameAdvice(own: PartyNames, given: Partial<PartyNames>): Warning[] {
  return otherNames(own, given).map((column) => {
    const refusal = refusals[column]
    const problem = 'cannot change; create another customer'
    return { code: errors[refusal].code, data: '', desc: describe(refusal, { problem }) }
  })
}
