import { Inject, Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { Command } from '@nameyard/epp/command'
import type { CreatedDomain } from '@nameyard/epp/domain/create'
import type { RegisteredDomain } from '@nameyard/epp/domain/info'
import { OBJECT_DOES_NOT_EXIST, OBJECT_EXISTS } from '@nameyard/epp/result-code'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import type { ContactIds } from '../dialects/contact'
import type { RegistryTld } from '../dialects/dialect'
import { acceptedPeriod } from '../dialects/period'
import { sentByRegistryClock } from '../sessions/model/clock-difference'
import { missingExtension } from './command-extensions'
import { DesiredState } from './desired-state'
import { Exchange } from './exchange'
import type { Execution, Executor } from './execution'
import { Journal } from './journal.store'
import { LinkedContacts } from './linked-contacts'
import { delegationOf, isBelow, LinkedHosts, type Delegation } from './linked-hosts'
import { judgeLostCreate, PENDING_PAUSE_MS, type LostCreateVerdict } from './model/lost-create'
import type { Verdict } from './model/verdict'
import { viewOf } from './model/view'
import { Prices, yearsOf } from './prices'

type CreateExecution = Execution<'domain.create'>

const DOMAIN_CREATE = 'domain:create'

/**
 * Creates a domain at its registry (RFC 5731 section 3.2.1) with the contacts and hosts that it needs. After a lost answer
 * the create is not repeated before the registry was asked for the domain.
 */
@Injectable()
export class CreateDomain implements Executor<'domain.create'> {
  constructor(
    private readonly exchange: Exchange,
    private readonly contacts: LinkedContacts,
    private readonly hosts: LinkedHosts,
    private readonly desired: DesiredState,
    private readonly journal: Journal,
    private readonly prices: Prices,
    @Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig,
  ) {}

  async execute(execution: CreateExecution): Promise<Verdict<RegistryView>> {
    const { operation } = execution
    const { nameservers } = operation.intent
    const isNow = (each: Delegation) => !isLater(each, execution.tld, operation.object)
    const open = operation.attempts > 1 ? await this.journal.unsettled(operation.id, DOMAIN_CREATE) : undefined
    if (open) {
      const judged = await this.reconcile(execution, open)
      if (judged !== 'send again') return judged
    }
    const missing = missingExtension(operation.intent, execution.tld)
    if (missing) return { kind: 'refused', reason: { refusal: 'registry_refused', text: missing } }
    const obstacle =
      (await this.contacts.ensure(execution, operation.intent)) ??
      (await this.hosts.ensureHosts(execution, nameservers.filter(isNow)))
    if (obstacle) return obstacle
    // Contacts and hosts with lost creates have been read at the registry by now.
    if (operation.attempts > 1) await this.journal.reconcile(operation.id)
    return this.create(execution, await this.contacts.idsOf(execution, operation.intent))
  }

  private async create(execution: CreateExecution, contacts: ContactIds): Promise<Verdict<RegistryView>> {
    const { operation } = execution
    const { object } = operation
    const { fee, period } = operation.intent
    const priced = await this.prices.agree(execution, this.command(execution, contacts), 'create', fee, yearsOf(period))
    if ('obstacle' in priced) return priced.obstacle
    const response = await this.exchange.send(execution, object, priced.command)
    if (response.outcome === 'pending') return { kind: 'pending', data: undefined, afterMs: PENDING_PAUSE_MS }
    if (response.outcome === 'refused') {
      if (response.code === OBJECT_DOES_NOT_EXIST)
        return this.exchange.linkedObjectMissing(execution, response, DOMAIN_CREATE)
      const own = response.code === OBJECT_EXISTS ? await this.earlierOwn(execution) : undefined
      return own ?? this.exchange.refusal(execution, response, DOMAIN_CREATE)
    }
    const { crDate, exDate } = response.data
    return this.delegate(execution, {
      presence: 'ours',
      createdAt: crDate.toISOString(),
      ...(exDate && { expiresAt: exDate.toISOString() }),
    })
  }

  private command({ operation, registry, tld }: CreateExecution, contacts: ContactIds): Command<CreatedDomain> {
    const { name, period, nameservers, authInfo } = operation.intent
    const { registrant } = contacts
    return tld.dialect.create(
      {
        name,
        period: acceptedPeriod(period, tld.periods.create),
        ns: delegationOf(
          nameservers.filter((each) => !isLater(each, tld, name)),
          { registry, tld },
        ),
        ...(registrant !== undefined && { registrant }),
        contacts: (['admin', 'billing', 'tech'] as const).flatMap((type) => {
          const id = contacts[type]
          return id === undefined ? [] : [{ type, id }]
        }),
        authInfo: { pw: authInfo ?? '' },
      },
      operation.intent,
      tld,
    )
  }

  /**
   * Creates the hosts below the domain and delegates to them: they cannot exist before the domain (RFC 5732 section 1.1).
   * Also reads the auth code that a registry has made.
   */
  private async delegate(execution: CreateExecution, view: RegistryView): Promise<Verdict<RegistryView>> {
    const { operation, tld } = execution
    const { object, intent } = operation
    const hasLater = intent.nameservers.some((each) => isLater(each, tld, object))
    if (!hasLater && !tld.dialect.makesAuthCodes) return { kind: 'done', data: view }
    return this.desired.finish(execution, { nameservers: intent.nameservers })
  }

  /**
   * The name exists: an earlier create of this operation may have been carried out (RFC 5730 section 2). Returns a verdict
   * when it was, or when that is not known yet.
   */
  private async earlierOwn(execution: CreateExecution): Promise<Verdict<RegistryView> | undefined> {
    const { operation } = execution
    const { firstSentAt, sends } = await this.journal.history(operation.id, DOMAIN_CREATE, OBJECT_EXISTS)
    if (firstSentAt === null || sends < 2) return undefined
    const { seen, answer } = await this.exchange.info(execution, codeOf(execution))
    if (seen === undefined) return this.exchange.unclear(operation, answer)
    const judged = this.judge(execution, seen, { sentAt: firstSentAt, code: null }, [])
    if (judged.kind !== 'done' && judged.kind !== 'pending') return undefined
    return this.completed(execution, toView(judged, execution))
  }

  /** Asks the registry about a create that was sent and not settled (RFC 5730 section 2). */
  private async reconcile(
    execution: CreateExecution,
    open: { readonly sentAt: Date; readonly code: number | null },
  ): Promise<Verdict<RegistryView> | 'send again'> {
    const { operation } = execution
    const { seen, answer } = await this.exchange.info(execution, codeOf(execution))
    if (seen === undefined) return this.exchange.unclear(operation, answer)
    const judged = this.judge(execution, seen, open, this.config.REGISTRY_ABSENCE_PAUSES_MS)
    if (judged.kind === 'unknown' || judged.kind === 'pending') return toView(judged, execution)
    await this.journal.reconcile(operation.id)
    return judged.kind === 'send again' ? 'send again' : this.completed(execution, toView(judged, execution))
  }

  private completed(execution: CreateExecution, verdict: Verdict<RegistryView>): Promise<Verdict<RegistryView>> {
    return verdict.kind === 'done' ? this.delegate(execution, verdict.data) : Promise.resolve(verdict)
  }

  private judge(
    { operation, registry, session }: CreateExecution,
    seen: RegisteredDomain | 'missing' | 'foreign',
    sent: { readonly sentAt: Date; readonly code: number | null },
    pausesMs: readonly number[],
  ): LostCreateVerdict {
    const { absences, pendingResult } = operation
    return judgeLostCreate(seen, {
      clientId: registry.registrarId,
      sentAt: sentByRegistryClock(sent.sentAt, session.clockAheadMs),
      code: sent.code,
      absences,
      pausesMs,
      pendingResult,
    })
  }
}

/** The code with which another registrar's domain is shown; a registry that makes codes did not take ours. */
function codeOf({ operation, tld }: CreateExecution): string | undefined {
  return tld.dialect.requestAuthCode(operation.object, tld) ? undefined : operation.intent.authInfo
}

/** Whether the nameserver is a host object below the domain itself. */
function isLater({ name }: Delegation, tld: RegistryTld, domain: string): boolean {
  return tld.nameserverForm === 'hostObj' && isBelow(name, domain)
}

/** Converts the data of a verdict to the form for other services. */
function toView(
  verdict: Exclude<LostCreateVerdict, { kind: 'send again' }>,
  { registry }: CreateExecution,
): Verdict<RegistryView> {
  const clientId = registry.registrarId
  switch (verdict.kind) {
    case 'done':
      return { kind: 'done', data: viewOf(verdict.data, clientId) }
    case 'pending':
      return { ...verdict, data: verdict.data && viewOf(verdict.data, clientId) }
    case 'refused':
      return { kind: 'refused', reason: verdict.reason }
    case 'unknown':
      return verdict
  }
}
