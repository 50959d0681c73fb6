import { Injectable } from '@nestjs/common'
import { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import type { Payload } from '@nameyard/contracts/event'
import type { Call } from '@nameyard/contracts/operation'
import { AuditTrail } from '@nameyard/outbox/audit-trail'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import type { ShownDomain } from '../lifecycle/model/shown'

const EVERY_MS = 1000

/** Most events of one statement. */
const BATCH = 500

/** Most codes that a process remembers as recorded: some tens of megabytes. */
const MOST_KNOWN = 100_000

/** The columns of a domain that reads show to a token with the right `transfer-codes`, still sealed. */
type Sealed = Pick<ShownDomain, 'additionalData' | 'authCode' | 'id' | 'internalAuthCode' | 'name'>

/**
 * Records in the audit trail the auth codes that reads show: once a day (UTC) for each code, credential and address. Reads
 * do not wait for it: a sweep records the codes together, also when the service ends. A process that is killed loses those
 * of its last second, and one that starts may record a code of the day again.
 */
@Injectable()
export class ShownCodes extends SweepTask {
  private day = ''
  private readonly known = new Set<string>()
  private readonly waiting: Payload<typeof recordAuditEvent>[] = []

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {
    super({ name: 'shown auth codes', everyMs: EVERY_MS })
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy()
    await this.sweep()
  }

  /** Notes the codes of domains that are shown to the caller. `hasData`: with their additional data. */
  note(rows: readonly Sealed[], { hasData }: { readonly hasData: boolean }, call: Call): void {
    const { actor, address } = call
    if (!actor?.scope.includes('transfer-codes')) return
    this.forget()
    const who = `${actor.contactId} ${actor.keyId ?? ''} ${address ?? ''}`
    for (const { id, name, authCode, internalAuthCode, additionalData } of rows) {
      const codes = {
        ...(authCode !== '' && { auth_code: authCode }),
        ...(internalAuthCode !== '' && { internal_auth_code: internalAuthCode }),
        ...(hasData && additionalData.auth_code && { 'additional_data.auth_code': additionalData.auth_code }),
      }
      const fields = Object.keys(codes)
      if (fields.length === 0) continue
      const key = `${who} ${id} ${Object.values(codes).join(' ')}`
      if (this.known.has(key)) continue
      this.known.add(key)
      const changes = Object.fromEntries(fields.map((field) => [field, null]))
      this.waiting.push(
        this.trail.payloadOf(call, { event: 'domains.authcode-shown', subject: `domain ${name}`, changes }),
      )
    }
  }

  protected async sweep(): Promise<void> {
    while (this.waiting.length > 0) {
      const events = this.waiting.slice(0, BATCH)
      const requests = events.map(({ request }) => request)
      await this.database.unitOfWork({ correlationId: requests[0]! }, (tx) =>
        this.outbox.appendAll(tx, recordAuditEvent, events, requests),
      )
      this.waiting.splice(0, events.length)
    }
  }

  private forget(): void {
    const today = this.clock.now().toISOString().slice(0, 10)
    if (today === this.day && this.known.size < MOST_KNOWN) return
    this.day = today
    this.known.clear()
  }
}
