import { Injectable } from '@nestjs/common'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { newRecoveryCode } from '../factors/recovery-code'
import { notify } from './enrolment'
import { insertLoginCode } from './second-factor.store'

/** How long a login code works. */
const LIFE_MS = 24 * 3_600_000

/** Creates codes with which people log in once instead of a second factor. */
@Injectable()
export class LoginCodes {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Returns a new code. Only its hash is stored. The contact gets a mail. */
  async create(
    tx: Tx,
    { contactId, resellerId }: { readonly contactId: number; readonly resellerId: number },
    by: { readonly call: Call; readonly operation: AnyOperation },
  ): Promise<{ code: string; expiresAt: string }> {
    const at = this.clock.machineNow()
    const expiresAt = new Date(at.getTime() + LIFE_MS)
    const { code, hash } = newRecoveryCode()
    await tx.query(insertLoginCode, { contactId, hash, now: at, expiresAt })
    await notify(tx, this.outbox, { contactId, notice: 'login-code-created', at })
    const [now, subject, changes] = [this.clock.now(), `contact ${contactId}`, { login_code: null }]
    await recordChange(tx, { ...by, now, resellerId, subject, changes })
    return { code, expiresAt: printDate(expiresAt) }
  }
}
