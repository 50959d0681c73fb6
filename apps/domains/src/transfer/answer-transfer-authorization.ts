import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { answerTransferAuthorization } from '@nameyard/contracts/domains/answer-transfer-authorization'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { toUnicode } from '@nameyard/names/idna'
import { Database, type Tx } from '@nameyard/persistence/database'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockDomain, readDomain } from '../lifecycle/domain.store'
import type { Domain } from '../lifecycle/model/domain'
import { advance, type DomainEvent } from '../lifecycle/model/settlement'
import { NameOrders } from '../ordering/name-orders'
import type { OrderContacts } from '../ordering/order-contacts'
import { rulesOf } from '../tlds/catalogue'
import { domainOfLink } from './authorization.store'

type Answer = Input<typeof answerTransferAuthorization>

const rejected: DomainEvent = { event: 'party.refused', reason: { text: 'The registrant has rejected the transfer.' } }

/** Stores the registrant's answer: submits the transfer, or fails it and releases its credit. */
@Controller()
export class AnswerTransferAuthorization {
  constructor(
    private readonly database: Database,
    private readonly changes: DomainChanges,
    private readonly names: NameOrders,
    private readonly clock: Clock,
    private readonly codes: AuthCodeCipher,
  ) {}

  @Handles(answerTransferAuthorization)
  async execute(answer: Answer, call: Call): Promise<Result<typeof answerTransferAuthorization>> {
    const domain = (await readDomain(this.database, answer.domainId)) ?? notPending()
    const contacts = answer.isGranted ? await this.names.contacts(domain, call) : undefined
    await this.database.unitOfWork(call, (tx) => this.store(tx, answer, contacts))
    return { domain: toUnicode(domain.name) }
  }

  private async store(
    tx: Tx,
    { domainId, nonce, authCode }: Answer,
    contacts: OrderContacts | undefined,
  ): Promise<void> {
    const domain = (await lockDomain(tx, domainId)) ?? notPending()
    const [asked] = await tx.query(domainOfLink, { domainId, nonce })
    if (!asked) notPending()
    const { resellerId, name } = domain
    tellAudit(tx, { resellerId, subject: `domain ${name}`, changes: { is_granted: { to: contacts !== undefined } } })
    const transferCode = domain.transferCode === '' ? this.codes.seal(domain.name, authCode ?? '') : domain.transferCode
    const { model } = rulesOf(domain).transfer
    if (contacts && transferCode === '' && model !== 'push') fail('authcode_missing')
    const coded: Domain = { ...domain, transferCode }
    const event = contacts ? ({ event: 'party.satisfied' } as const) : rejected
    const step = advance(coded, event, rulesOf(domain), this.clock.now()) ?? notPending()
    await this.changes.apply(tx, domain, step, { cause: 'transition' })
    if (contacts) await this.names.submitHeld(tx, step.domain, contacts)
  }
}

function notPending(): never {
  return fail('transfer_not_pending', { domain: 'this domain' })
}
