import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { keyCreated } from '@nameyard/contracts/events/catalogue/key-events'
import { createKey } from '@nameyard/contracts/keys/create-key'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate, readDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { KeyEvents } from '../account-events/key-events'
import { recordChange } from '../audit/audit-log'
import { assertDetails } from '../contacts/contact-details'
import { administratorOf, refuseKeyBeyond } from './key-access'
import { objectLimitsOf, spendLimitsOf } from './key-limits'
import { insertKey, limitColumns } from './key.store'
import { createNewKey } from './new-key'

@Controller()
export class CreateKey {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: KeyEvents,
  ) {}

  /** The key is in the answer only: its hash is stored. */
  @Handles(createKey)
  async execute(input: Input<typeof createKey>, call: Call): Promise<Result<typeof createKey>> {
    const { name, allow: allowedFrom = [], unused_days: unusedDays = 0 } = input
    const scope = [...new Set(input.scope)]
    if (/\p{Cc}/u.test(name)) fail('invalid_input', { field: 'name', problem: 'must not contain control characters' })
    assertDetails({ api_allowed_from: allowedFrom })
    const now = this.clock.machineNow()
    const limits = objectLimitsOf(input)
    const spend = spendLimitsOf(input)
    const approval = input.approval === undefined || input.approval === 'none' ? null : input.approval
    const expiresAt = expiryOf(input.expires_at, now)
    const { key, hash, hint } = createNewKey()
    return this.database.unitOfWork(call, async (tx) => {
      const { resellerId, contactId } = await administratorOf(tx, call)
      await refuseKeyBeyond(tx, call, { scope, allowedFrom })
      const values = { contactId, name, hash, hint, scope, allowedFrom, expiresAt, unusedDays, approval, now }
      const columns = limitColumns(limits, spend)
      const [created] = await tx.query(insertKey, { ...values, ...columns })
      const { id } = created!
      await this.events.tell(tx, keyCreated, created!, { resellerId, isValid: true })
      await recordChange(tx, {
        call,
        now: this.clock.now(),
        operation: createKey,
        resellerId,
        subject: `key ${id}`,
        changes: {
          name: { to: name },
          scope: { to: scope },
          allowed_from: { to: allowedFrom },
          expires_at: { to: expiresAt },
          unused_days: { to: unusedDays },
          ...(limits && { limits: { to: limits } }),
          ...(Object.keys(spend).length > 0 && { spend: { to: spend } }),
          ...(approval && { approval: { to: approval } }),
        },
      })
      return { id, key }
    })
  }
}

/** Returns the end of a key; null for none. A day without a time ends the key at its start. */
function expiryOf(given: string | undefined, now: Date): Date | null {
  if (given === undefined) return null
  const day = given.length === 10 ? `${given} 00:00:00` : given
  const expiry = readDate(day.replace('T', ' '))
  // Date takes 30 February as a day of March.
  if (!expiry || Number.isNaN(expiry.getTime()) || printDate(expiry).slice(0, 10) !== day.slice(0, 10)) {
    fail('invalid_input', { field: 'expires_at', problem: 'is not a day of the calendar' })
  }
  if (expiry <= now) fail('invalid_input', { field: 'expires_at', problem: 'must be in the future' })
  return expiry
}
