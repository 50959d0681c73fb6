import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { NotSent } from '@nameyard/epp/transport-errors'
import { Clock } from '@nameyard/runtime/clock'
import { unseen, type Judgment, type Sent } from '../operations/model/judgment'
import { judgeLostCreate } from '../operations/model/lost-create'
import { judgeLostTransfer } from '../operations/model/lost-transfer'
import { patiently } from '../operations/model/patience'
import type { Reason, Verdict } from '../operations/model/verdict'
import type { OperationOf } from '../operations/operation.store'
import { RequestChange } from '../operations/request-change'
import { DomainTerms } from './domain-term.store'
import { later } from './model/term'
import { textOfErrors } from './protocol/answer'
import { changeProvider, checkDomain, createDomain } from './protocol/requests'
import { RriContacts } from './rri-contacts'
import { refused, RriExchange, type RriExecution } from './rri-exchange'
import { viewAt, type SeenAtRegistry } from './state/seen'
import { dnskeysOf, nserversOf, obstacleTo, targetOf } from './state/target'

type Create = RriExecution<OperationOf<'domain.create'>>
type Transfer = RriExecution<OperationOf<'domain.transfer'>>

/** The year that a domain begins when it comes to us. */
const YEAR = { value: 1, unit: 'y' } as const

/** Registers domains, and takes them over from other registrars. */
@Injectable()
export class RriOrders {
  constructor(
    private readonly exchange: RriExchange,
    private readonly contacts: RriContacts,
    private readonly request: RequestChange,
    private readonly terms: DomainTerms,
    private readonly clock: Clock,
  ) {}

  create(execution: Create): Promise<Verdict<RegistryView>> {
    return this.request.carryOut(execution.operation, {
      name: 'domain:create',
      clientId: execution.account.registrarId,
      send: () => this.sendCreate(execution),
      look: (sent) => this.lookAtCreate(execution, sent),
    })
  }

  transfer(execution: Transfer): Promise<Verdict<RegistryView>> {
    return this.request.carryOut(execution.operation, {
      name: 'domain:chprov',
      clientId: execution.account.registrarId,
      send: () => this.sendTransfer(execution),
      look: (sent) => this.lookAtTransfer(execution, sent),
    })
  }

  private async sendCreate(execution: Create): Promise<'accepted' | Verdict<never>> {
    const { object, intent } = execution.operation
    if (intent.launch) return refused('DENIC has no launch phases')
    if (intent.allocationToken !== undefined) return refused('DENIC has no allocation tokens')
    const obstacle = obstacleTo(intent, [])
    if (obstacle !== undefined) return refused(obstacle)
    // A domain that is ours later is then ours by this create, whatever the clocks say.
    const reason = await this.whyNotFree(execution)
    if (reason) return { kind: 'refused', reason }
    const handles = await this.contacts.ensure(execution, intent.registrant)
    if ('kind' in handles) return handles
    return this.exchange.send(
      execution,
      createDomain({
        ...handles,
        name: object,
        holder: handles.holder!,
        nservers: nserversOf(object, intent.nameservers),
        dnskeys: dnskeysOf(intent.zoneKeys ?? []),
        nsentries: [],
      }),
    )
  }

  private async whyNotFree({ operation, session }: Create): Promise<Reason | undefined> {
    const answer = await session.transact(checkDomain(operation.object))
    if (answer.result !== 'success') throw new NotSent(`CHECK was answered ${textOfErrors(answer)}`)
    const status = answer.head.first('status') ?? ''
    if (status === 'free') return undefined
    if (status === 'invalid') return { refusal: 'registry_refused', code: 2005, text: 'DENIC registers no such name' }
    return { refusal: 'domain_not_free', code: 2302, text: `the name is registered: ${status}` }
  }

  private async lookAtCreate(execution: Create, sent: Sent): Promise<Judgment> {
    const { account, operation } = execution
    const seen = await this.exchange.domain(execution)
    const judged = judgeLostCreate(seen === 'missing' ? seen : { ...seen.domain, crDate: undefined }, sent)
    switch (judged.kind) {
      case 'done': {
        const createdAt = (seen as SeenAtRegistry).domain.crDate ?? this.clock.now()
        const endsAt = later(createdAt, operation.intent.period)
        await this.terms.begin(account.account, operation.object, endsAt)
        return {
          kind: 'done',
          data: { ...(await this.exchange.view(execution, seen)), createdAt: createdAt.toISOString() },
        }
      }
      case 'refused':
        return { kind: 'refused', reason: judged.reason, data: viewAt(seen, sent.clientId) }
      case 'unknown':
        return judged
      default:
        return unseen(sent, viewAt(seen, sent.clientId))
    }
  }

  private async sendTransfer(execution: Transfer): Promise<'accepted' | Verdict<never>> {
    const { authInfo, desired } = execution.operation.intent
    const seen = await this.exchange.domain(execution)
    if (seen === 'missing')
      return { kind: 'refused', reason: { refusal: 'domain_free', code: 2303, text: 'the name is free' } }
    if (seen.domain.clID === execution.account.registrarId) return refused('the domain is ours already')
    if (!desired.registrant) return refused('DENIC wants the holder of a domain that moves')
    // Locks come from defaults of the platform; the domain moves without them.
    const obstacle = obstacleTo({ ...desired, statuses: [] }, seen.data.nsentries)
    if (obstacle !== undefined) return refused(obstacle)
    const handles = await this.contacts.ensure(execution, desired.registrant)
    if ('kind' in handles) return handles
    // Contacts belong to one registrar: those of the losing one are not taken over.
    const now = { ...seen.data, generalRequest: undefined, abuseContact: undefined }
    const sent = await this.exchange.send(execution, changeProvider(targetOf(now, desired, handles), authInfo))
    if (sent === 'accepted' || sent.kind !== 'refused' || !/authinfo/i.test(sent.reason.text)) return sent
    return { ...sent, reason: { ...sent.reason, refusal: 'authcode_invalid', code: 2202 } }
  }

  private async lookAtTransfer(execution: Transfer, sent: Sent): Promise<Judgment> {
    const { account, operation } = execution
    const seen = await this.exchange.domain(execution)
    const judged = judgeLostTransfer(seen === 'missing' ? seen : seen.domain, 'none', sent)
    if (judged.kind !== 'ours') return patiently(judged, sent)
    await this.terms.begin(account.account, operation.object, later(sent.sentAt, operation.intent.period ?? YEAR))
    return { kind: 'done', data: await this.exchange.view(execution, seen) }
  }
}
