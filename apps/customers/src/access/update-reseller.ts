import { Controller } from '@nestjs/common'
import { updateReseller } from '@nameyard/contracts/access/update-reseller'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { advised, type Advised } from '@nameyard/messaging/advised'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { differing } from '../party/model/differing'
import { named, namesIn, partyDetailsIn, withWholeNumbers } from '../party/model/party-details'
import { faultAt, partyFaults, textFaults, type PartyFault } from '../party/model/party-faults'
import { refuseFaults } from '../party/refuse-faults'
import { vatAdvice } from '../party/vat-advice'
import { lockProfile, resellerSchema, type Reseller, type ResellerProfile } from './reseller.store'

@Controller()
export class UpdateReseller {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Locks the row, so that concurrent changes of different fields are all kept. */
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
      const [before] = (await tx.query(lockProfile, { resellerId })) as [Reseller]
      const changed = differing<ResellerProfile>(before, profileIn(input, before))
      refuseFaults([...partyFaults(withWholeNumbers(before, changed)), ...ownFaults(changed)])
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
      } else tellAudit(tx, { isNothing: true })
      return advised({ success: true }, vatAdvice(changed.vat ?? ''))
    })
  }
}

/** Converts a request into columns. Additional data that is not sent stays. */
function profileIn(given: Input<typeof updateReseller>, before: ResellerProfile): Partial<ResellerProfile> {
  const { inn, kpp, website_url } = given
  return {
    ...namesIn(given),
    ...partyDetailsIn(given),
    ...named<Pick<ResellerProfile, 'inn' | 'kpp' | 'website_url'>>({ inn, kpp, website_url: website_url?.trim() }),
    additional_data: { ...before.additional_data, ...given.additional_data },
  }
}

/** Returns the faults of the fields that only accounts have. */
function ownFaults({ inn, kpp, website_url }: Partial<ResellerProfile>): PartyFault[] {
  return [
    ...textFaults(inn, { path: 'inn', invalid: 'inn_invalid', max: 64 }),
    ...textFaults(kpp, { path: 'kpp', invalid: 'kpp_invalid', max: 64 }),
    ...(website_url === undefined || website_url === '' || isWebsite(website_url)
      ? []
      : [faultAt('website_url', 'website_invalid', 'must be an http or https URL of at most 255 characters')]),
  ]
}

function isWebsite(text: string): boolean {
  return text.length <= 255 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
