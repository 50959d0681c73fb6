import { Inject, Injectable } from '@nestjs/common'
import { sendSecurityNotice } from '@nameyard/contracts/access/send-security-notice'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import type { Role } from '@nameyard/contracts/roles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { openSecret } from './factor-secrets'
import { findTotp, useRecoveryCode, useStep } from './factor.store'
import { stepOf } from './one-time-code'
import { recoveryCodeHash } from './recovery-code'

/** The person who presents a code. */
interface Holder {
  readonly resellerId: number
  readonly contactId: number
  readonly username: string
  readonly role: Role
}

/** Checks codes of apps, recovery codes and login codes. Each works once; the database decides between two requests. */
@Injectable()
export class OneTimeCodes {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Uses up a code of a person. Returns whether it was valid. The caller counts failures. */
  async use(typed: string, holder: Holder, operation: AnyOperation, call: Call): Promise<boolean> {
    const code = typed.replaceAll(/\s/g, '')
    if (/^\d{6}$/.test(code)) return this.useTotp(code, holder.contactId)
    const hash = recoveryCodeHash(code)
    return hash !== undefined && this.useRecovery(hash, holder, operation, call)
  }

  private async useTotp(code: string, contactId: number): Promise<boolean> {
    const now = this.clock.machineNow()
    const apps = await this.database.read(findTotp, { contactId, id: null, startedAfter: now })
    for (const app of apps) {
      const step = stepOf(openSecret(this.config.FACTOR_SECRET ?? [], contactId, app), code, now.getTime())
      if (step === undefined) continue
      const [used] = await this.database.read(useStep, { id: app.id, step, now })
      if (used) return true
    }
    return false
  }

  /** The person gets a mail: a code that others have used is noticed. */
  private useRecovery(hash: Buffer, holder: Holder, operation: AnyOperation, call: Call): Promise<boolean> {
    const { correlationId, address, deadline } = call
    return this.database.unitOfWork({ correlationId, address, deadline }, async (tx) => {
      const { resellerId, contactId } = holder
      const now = this.clock.machineNow()
      const [used] = await tx.query(useRecoveryCode, { contactId, hash, now })
      if (!used) return false
      await this.outbox.append(tx, sendSecurityNotice, { contactId, notice: 'recovery-code-used', at: printDate(now) })
      const person = { ...call, actor: call.actor ?? { ...holder, scope: [] } }
      const [subject, changes] = [`contact ${contactId}`, { recovery_code: null }]
      await recordChange(tx, { call: person, now: this.clock.now(), operation, resellerId, subject, changes })
      return true
    })
  }
}
