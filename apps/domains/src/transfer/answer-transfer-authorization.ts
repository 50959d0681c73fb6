import { answerTransferAuthorization } from '@nameyard/contracts/domains/answer-transfer-authorization'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { toUnicode } from '@nameyard/names/idna'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { DomainChanges } from '../domain/domain-changes'
import { lockDomain, readDomain } from '../domain/domain.store'
import type { Domain } from '../domain/model/domain'
import { advance, type Happening } from '../domain/model/settlement'
import { NameOrders } from '../placing/name-orders'
import type { OrderContacts } from '../placing/order-contacts'
import { rulesOf } from '../tlds/catalogue'
import { askedByLink } from './authorization.store'

type Answer = Input<typeof answerTransferAuthorization>

const refused: Happening = { event: 'party.refused', reason: { text: 'The registrant has refused the transfer.' } }

/** Takes the answer of a registrant: the transfer goes to the registry, or has failed and its money is given back. */
@Controller()
export class AnswerTransferAuthorization {
  constructor(
    private readonly database: Database,
    private readonly changes: DomainChanges,
    private readonly names: NameOrders,
    private readonly clock: Clock,
  ) {}

  @Handles(answerTransferAuthorization)
  async execute(answer: Answer, call: Call): Promise<Result<typeof answerTransferAuthorization>> {
    const domain = (await readDomain(this.database, answer.domainId)) ?? notPending()
    const contacts = answer.isGranted ? await this.names.contacts(domain, call) : undefined
    await this.database.unitOfWork(call, (tx) => this.take(tx, answer, contacts))
    return { domain: toUnicode(domain.name) }
  }

  private async take(
    tx: Tx,
    { domainId, nonce, authCode }: Answer,
    contacts: OrderContacts | undefined,
  ): Promise<void> {
    const domain = (await lockDomain(tx, domainId)) ?? notPending()
    const [asked] = await tx.query(askedByLink, [domainId, nonce])
    if (!asked) notPending()
    const transferCode = domain.transferCode === '' ? (authCode ?? '') : domain.transferCode
    if (contacts && transferCode === '') fail('authcode_missing')
    const coded: Domain = { ...domain, transferCode }
    const happening = contacts ? ({ event: 'party.satisfied' } as const) : refused
    const step = advance(coded, happening, rulesOf(domain), this.clock.now()) ?? notPending()
    await this.changes.take(tx, domain, step, { cause: 'transition' })
    if (contacts) await this.names.submitHeld(tx, step.domain, contacts)
  }
}

function notPending(): never {
  return fail('transfer_not_pending', { domain: 'this domain' })
}
