import { randomUUID } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import { createWebhook } from '@nameyard/contracts/events/webhooks/create-webhook'
import { setLegacyWebhook } from '@nameyard/contracts/events/webhooks/set-legacy-webhook'
import { MOST_WEBHOOKS } from '@nameyard/contracts/events/webhooks/webhook'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { demandApproval, demandRole } from '@nameyard/contracts/rights'
import { Egress, EgressRefused } from '@nameyard/egress/egress'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { giveUp } from '../delivery/delivery.store'
import { LEGACY_TYPES, legacyTest } from '../delivery/legacy-event'
import { Sending, type Sent } from '../delivery/sending'
import { insertTold } from '../delivery/test-delivery.store'
import { Creators } from '../subscribers/creators'
import { WebhookSecrets, type LegacySecrets } from '../subscribers/webhook-secrets'
import {
  countWebhooks,
  findLegacySecrets,
  lockAccount,
  lockLegacy,
  pauseWebhook,
  storeLegacy,
} from '../subscribers/webhook.store'

const FIELD = 'notifications_settings.webhook_settings'

/** What a header can carry: visible characters of ASCII. */
const SENDABLE = /^[!-~]+$/

@Controller()
export class SetLegacyWebhook {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly egress: Egress,
    private readonly creators: Creators,
    private readonly secrets: WebhookSecrets,
    private readonly sending: Sending,
  ) {}

  /** The test is sent before anything is locked: its receiver may take its time. */
  @Handles(setLegacyWebhook)
  async execute(input: Input<typeof setLegacyWebhook>, call: Call): Promise<Result<typeof setLegacyWebhook>> {
    demandRole(createWebhook, call)
    demandApproval(createWebhook, call)
    const account = resellerOf(call)
    if (!input.isEnabled) return this.pause(account, call)
    const { url, ...secrets } = await this.wanted(account, input)
    const stored = this.secrets.sealLegacy(account, secrets)
    const creator = await this.creators.of(call)
    const event = legacyTest(randomUUID(), this.clock.now())
    const body = JSON.stringify(event)
    const sent = await this.sending.try(url, secrets, body)
    if (sent.status !== 200) fail('webhook_test_failed', { problem: problemOf(sent) })
    return this.database.unitOfWork(call, async (tx) => {
      await tx.query(lockAccount, { account })
      const now = this.clock.machineNow()
      const [before] = await tx.query(lockLegacy, { account })
      const [count] = await tx.query(countWebhooks, { account })
      if (!before && count!.webhooks >= MOST_WEBHOOKS) fail('webhook_limit_reached', { limit: MOST_WEBHOOKS })
      if (before && before.status !== 'active') {
        await tx.query(giveUp, { id: before.id, reason: 'the webhook began anew', now })
      }
      const values = { account, url, types: [LEGACY_TYPES], ...creator, ...stored, now }
      const [{ id }] = (await tx.query(storeLegacy, values)) as [{ id: number }]
      await tx.query(insertTold, { ...sent, id, account, event: event.id, type: event.eventType, body, url, now })
      tellAudit(tx, { subject: `webhook ${id}`, changes: { notifications_settings: null } })
      return { success: true }
    })
  }

  private pause(account: number, call: Call): Promise<Result<typeof setLegacyWebhook>> {
    return this.database.unitOfWork(call, async (tx) => {
      const [before] = await tx.query(lockLegacy, { account })
      if (before) await tx.query(pauseWebhook, { id: before.id, now: this.clock.machineNow() })
      return { success: true }
    })
  }

  /** The address and the secrets that are asked for; what is empty stays as it is. */
  private async wanted(
    account: number,
    { host, apiKey, signatureSecret }: Input<typeof setLegacyWebhook>,
  ): Promise<LegacySecrets & { readonly url: string }> {
    const [known] = await this.database.read(findLegacySecrets, { account })
    const url = host === '' ? known?.host : host
    if (url === undefined) fail('invalid_input', { field: `${FIELD}.host`, problem: 'is missing' })
    this.refuseHost(url)
    for (const [field, given] of [
      ['api_key', apiKey],
      ['signature_secret', signatureSecret],
    ] as const) {
      if (given !== '' && !SENDABLE.test(given)) {
        fail('invalid_input', { field: `${FIELD}.${field}`, problem: 'must be printable ASCII without spaces' })
      }
    }
    // Nobody sends the key of another one to an address of their own.
    if (apiKey === '' && url !== known?.host) {
      fail('invalid_input', { field: `${FIELD}.api_key`, problem: 'is missing: a new host needs it' })
    }
    const kept = known && this.secrets.openLegacy({ account, ...known })
    return {
      url,
      apiKey: apiKey !== '' ? apiKey : kept!.apiKey,
      signatureSecret: signatureSecret !== '' ? signatureSecret : (kept?.secret.toString() ?? ''),
    }
  }

  private refuseHost(url: string): void {
    try {
      this.egress.check(url)
    } catch (error) {
      if (!(error instanceof EgressRefused)) throw error
      fail('invalid_input', { field: `${FIELD}.host`, problem: error.reason })
    }
  }
}

const problemOf = ({ problem, status }: Sent): string => (problem !== '' ? problem : `the receiver answered ${status}`)
