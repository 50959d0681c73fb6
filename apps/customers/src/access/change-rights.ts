import { isDeepStrictEqual } from 'node:util'
import { Controller, Inject } from '@nestjs/common'
import { changeRights } from '@nameyard/contracts/access/change-rights'
import { sendSecurityNotice } from '@nameyard/contracts/access/send-security-notice'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import { contactChanged, contactPasswordChanged } from '@nameyard/contracts/events/catalogue/contact-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ContactEvents } from '../account-events/contact-events'
import { SessionEvents } from '../account-events/session-events'
import { recordChange, type Changes } from '../audit/audit-log'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { assertDetails } from '../contacts/contact-details'
import { isAdmin, isLast } from '../contacts/model/last-admin'
import { passwordProblem } from '../contacts/model/password-rules'
import { hashPassword } from '../contacts/password'
import { lockPersonWithAdmins, updateRights, type Rights } from './person.store'
import { removeTokens } from './token.store'

/** The column of each right. */
const columns = {
  isActive: 'is_active',
  apiAccess: 'api_access_enabled',
  allow: 'api_allowed_from',
  deny: 'api_denied_from',
} as const satisfies Record<string, keyof Rights>

type Right = keyof typeof columns

@Controller()
export class ChangeRights {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly events: ContactEvents,
    private readonly sessions: SessionEvents,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /**
   * Changes the rights or the password of a contact. Its tokens end with the commit when it loses API access or gets a new
   * password. Address lists are checked at every request.
   */
  @Handles(changeRights)
  async execute(input: Input<typeof changeRights>, call: Call): Promise<Result<typeof changeRights>> {
    const { username, password } = input
    assertDetails({
      ...(input.allow && { api_allowed_from: input.allow }),
      ...(input.deny && { api_denied_from: input.deny }),
    })
    const passwordHash = password === undefined ? null : await hashPassword(password)
    const now = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      const people = await tx.query(lockPersonWithAdmins, { username })
      const before = people.find((person) => person.username === username) ?? fail('person_not_found', { username })
      const owner = { ...before, companies: [before.company_name, before.account] }
      const problem =
        password === undefined ? undefined : passwordProblem(password, owner, this.config.PASSWORD_MIN_LENGTH)
      if (problem) fail('password_invalid', { ...problem })
      if (input.isActive === false && isLast(before, people, isAdmin)) fail('contact_is_last_admin')

      const given = (Object.keys(columns) as Right[]).filter((right) => input[right] !== undefined)
      const changed = given.filter((right) => !isDeepStrictEqual(input[right], before[columns[right]]))
      if (changed.length === 0 && password === undefined) {
        tellAudit(tx, { isNothing: true })
        return { contactId: before.id, changed: [] }
      }
      const after: Rights = {
        is_active: input.isActive ?? before.is_active,
        api_access_enabled: input.apiAccess ?? before.api_access_enabled,
        api_allowed_from: input.allow ?? before.api_allowed_from,
        api_denied_from: input.deny ?? before.api_denied_from,
      }
      const [contact] = await tx.query(updateRights, { ...after, id: before.id, passwordHash, now })
      if (password !== undefined || !after.is_active || !after.api_access_enabled) {
        const ended = await tx.query(removeTokens, { contactId: before.id, id: null })
        await this.sessions.tellEnded(tx, before.reseller_id, ended)
      }
      if (changed.length > 0) {
        await this.events.tell(
          tx,
          contactChanged,
          contact!,
          changed.map((right) => columns[right]),
        )
      }
      if (password !== undefined) {
        const news = {
          contactId: before.id,
          notice: 'password-changed',
          at: printDate(this.clock.machineNow()),
        } as const
        await this.outbox.append(tx, sendSecurityNotice, news)
        await this.events.tell(tx, contactPasswordChanged, contact!)
      }
      const changes: Changes = {
        ...Object.fromEntries(
          changed.map((right) => [columns[right], { from: before[columns[right]], to: after[columns[right]] }]),
        ),
        ...(password !== undefined && { password: null }),
      }
      const { reseller_id: resellerId } = before
      const subject = `contact ${before.id}`
      await recordChange(tx, { call, now, operation: changeRights, resellerId, subject, changes })
      return { contactId: before.id, changed: [...changed, ...(password === undefined ? [] : (['password'] as const))] }
    })
  }
}
