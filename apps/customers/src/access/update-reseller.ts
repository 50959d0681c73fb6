import { Controller } from '@nestjs/common'
import type { z } from 'zod'
import type { notificationsGiven } from '@nameyard/contracts/access/notifications-settings'
import { updateReseller } from '@nameyard/contracts/access/update-reseller'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import { setLegacyWebhook } from '@nameyard/contracts/events/webhooks/set-legacy-webhook'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { advised, type Advised } from '@nameyard/messaging/advised'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { differing } from '../party/model/differing'
import { named, namesIn, partyDetailsIn, withWholeNumbers } from '../party/model/party-details'
import { faultAt, partyFaults, textFaults, type PartyFault } from '../party/model/party-faults'
import { refuseFaults } from '../party/refuse-faults'
import { vatAdvice } from '../party/vat-advice'
import { lockProfile, readProfile, resellerSchema, type Reseller, type ResellerProfile } from './reseller.store'

@Controller()
export class UpdateReseller {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly rpc: Rpc,
  ) {}

  /** Locks the row, so that concurrent changes of different fields are all kept. */
  @Handles(updateReseller)
  async execute(
    input: Input<typeof updateReseller>,
    call: Call,
  ): Promise<Result<typeof updateReseller> | Advised<Result<typeof updateReseller>>> {
    const resellerId = resellerOf(call)
    if (input.id !== resellerId) fail('reseller_not_found', { reseller: input.id })
    if (input.notifications_settings) {
      const [known] = (await this.database.read(readProfile, { resellerId })) as [Reseller]
      refuseChange(known, input)
      await this.setWebhook(input.notifications_settings, call)
    }
    return this.database.unitOfWork(call, async (tx) => {
      const [before] = (await tx.query(lockProfile, { resellerId })) as [Reseller]
      const changed = refuseChange(before, input)
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

  /** Nothing else of the request is stored when the events service refuses the webhook. */
  private async setWebhook(
    { is_webhook_enabled: isEnabled, webhook_settings: settings }: z.output<typeof notificationsGiven>,
    call: Call,
  ): Promise<void> {
    if (isEnabled === undefined) {
      if (!settings) return
      fail('invalid_input', { field: 'notifications_settings.is_webhook_enabled', problem: 'is missing' })
    }
    const { host = '', api_key: apiKey = '', signature_secret: signatureSecret = '' } = settings ?? {}
    await this.rpc.call(setLegacyWebhook, { isEnabled, host: host.trim(), apiKey, signatureSecret }, call)
  }
}

/** Returns the columns that a request changes. Refuses values that no account has. */
function refuseChange(before: Reseller, input: Input<typeof updateReseller>): Partial<ResellerProfile> {
  const changed = differing<ResellerProfile>(before, profileIn(input, before))
  refuseFaults([...partyFaults(withWholeNumbers(before, changed)), ...ownFaults(changed)])
  return changed
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
