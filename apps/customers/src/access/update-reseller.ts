import { updateReseller } from '@nameyard/contracts/access/update-reseller'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { advised, type Advised } from '@nameyard/messaging/advised'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Inject } from '@nestjs/common'
import { recordChange } from '../audit/audit-log'
import { differing } from '../customers/model/changed-details'
import { faultAt, particularFaults, textFaults, type CustomerFault } from '../customers/model/customer-faults'
import { named, namesIn, particularsIn, withWholeNumbers } from '../customers/model/particulars'
import { refuseFaults } from '../customers/refuse-faults'
import { vatAdvice } from '../customers/vat-advice'
import { lockProfile, resellerSchema, type Reseller, type ResellerProfile } from './reseller.store'

@Controller()
export class UpdateReseller {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Under the row's lock, so that of two who change different parts at once both are heard. */
  @Handles(updateReseller)
  async execute(
    input: Input<typeof updateReseller>,
    call: Call,
  ): Promise<Result<typeof updateReseller> | Advised<Result<typeof updateReseller>>> {
    const resellerId = resellerOf(call)
    if (input.id !== resellerId) fail('reseller_not_found', { reseller: input.id })
    if (input.notifications_settings?.is_webhook_enabled) {
      const field = 'notifications_settings.is_webhook_enabled'
      fail('invalid_input', { field, problem: 'is not available' })
    }
    return this.database.unitOfWork(call, async (tx) => {
      const [before] = (await tx.query<Reseller>(lockProfile, [resellerId])) as [Reseller]
      const changed = differing<ResellerProfile>(before, profileIn(input, before))
      refuseFaults([...particularFaults(withWholeNumbers(before, changed)), ...ownFaults(changed)])
      if (Object.keys(changed).length > 0) {
        await tx.manager.update(resellerSchema, { id: resellerId }, changed)
        await recordChange(tx, {
          call,
          now: this.clock.now(),
          operation: updateReseller,
          resellerId,
          subject: `reseller ${resellerId}`,
          changes: Object.fromEntries(Object.keys(changed).map((column) => [column, null])),
        })
      }
      return advised({ success: true }, vatAdvice(changed.vat ?? ''))
    })
  }
}

/** What a request says, in the terms of the row; of the additional data too, what is not sent stays. */
function profileIn(given: Input<typeof updateReseller>, before: ResellerProfile): Partial<ResellerProfile> {
  const { inn, kpp, website_url } = given
  return {
    ...namesIn(given),
    ...particularsIn(given),
    ...named<Pick<ResellerProfile, 'inn' | 'kpp' | 'website_url'>>({ inn, kpp, website_url: website_url?.trim() }),
    additional_data: { ...before.additional_data, ...given.additional_data },
  }
}

/** What is wrong with what customers do not say. */
function ownFaults({ inn, kpp, website_url }: Partial<ResellerProfile>): CustomerFault[] {
  return [
    ...textFaults(inn, { path: 'inn', invalid: 'inn_invalid', max: 64 }),
    ...textFaults(kpp, { path: 'kpp', invalid: 'kpp_invalid', max: 64 }),
    ...(website_url === undefined || website_url === '' || isWebsite(website_url)
      ? []
      : [faultAt('website_url', 'website_invalid', 'is not an address of the web')]),
  ]
}

function isWebsite(text: string): boolean {
  return text.length <= 255 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
