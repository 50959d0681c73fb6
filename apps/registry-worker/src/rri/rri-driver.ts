import { Injectable, type OnModuleInit } from '@nestjs/common'
import { Refusal } from '@nameyard/contracts/errors'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { NotSent, OutcomeUnknown } from '@nameyard/epp/transport-errors'
import { Clock } from '@nameyard/runtime/clock'
import type {
  AccountTest,
  CheckAnswers,
  CheckedName,
  CheckQuestion,
  Driver,
  DriverSettings,
  ReadNames,
} from '../operations/driver'
import { Drivers } from '../operations/drivers'
import { Journal } from '../operations/journal.store'
import type { Verdict } from '../operations/model/verdict'
import type { ClaimedOperation, OperationOf } from '../operations/operation.store'
import { speaksRri, type RegistryAccount, type RriAccount } from '../registries/registry'
import { DomainTerms } from './domain-term.store'
import { later } from './model/term'
import { PollRri } from './poll-rri'
import { checkDomain } from './protocol/requests'
import { RriDesiredState } from './rri-desired-state'
import { refused, RriExchange, type RriExecution } from './rri-exchange'
import { RriOrders } from './rri-orders'
import { RriPortfolio } from './rri-portfolio'
import type { RriSession } from './rri-session'
import { RriSessions } from './rri-sessions'
import { RriTest } from './rri-test'
import { rriCommands, RriVerbs } from './rri-verbs'

/** Drives accounts at DENIC by RRI: one session for each operation. */
@Injectable()
export class RriDriver implements Driver, OnModuleInit {
  readonly name = 'rri'
  readonly unoffered = {
    certification:
      'is at DENIC, and the acceptance test speaks EPP: order, change and delete a name in the test environment of DENIC, and show it registry transcripts',
    rotation:
      'is at DENIC, whose protocol changes no password: change it at DENIC, then write it to passwordFile, which is read at each login',
  }

  constructor(
    private readonly drivers: Drivers,
    private readonly sessions: RriSessions,
    private readonly exchange: RriExchange,
    private readonly orders: RriOrders,
    private readonly desired: RriDesiredState,
    private readonly verbs: RriVerbs,
    private readonly terms: DomainTerms,
    private readonly queue: PollRri,
    private readonly portfolio: RriPortfolio,
    private readonly tests: RriTest,
    private readonly journal: Journal,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.drivers.add(this)
  }

  capacity({ account }: RegistryAccount): number {
    return this.sessions.of(account).work.most
  }

  execute(operation: ClaimedOperation, worker: number, given: RegistryAccount): Promise<Verdict<RegistryView>> {
    const account = ours(given)
    return this.sessions.of(account.account).work.withSession(async (session) => {
      try {
        return await this.carryOut({ operation, worker, account, session })
      } catch (error) {
        // The answer to a query was lost, before any change was sent.
        if (!(error instanceof OutcomeUnknown) || (await this.journal.hasOpen(operation.id))) throw error
        throw new NotSent(error.message, { cause: error })
      }
    })
  }

  async check(given: RegistryAccount, names: readonly string[], { until }: CheckQuestion): Promise<CheckAnswers> {
    const { work } = this.sessions.of(ours(given).account)
    try {
      return await work.withSession((session) => this.checkAll(session, names, until), true)
    } catch {
      return names.map((name) => [name, new Refusal('registry_unavailable')] as const)
    }
  }

  /** DENIC has no trademark claims. */
  claimKeys(): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(new Map())
  }

  ownCommands(): typeof rriCommands {
    return rriCommands
  }

  read(account: RegistryAccount, names: readonly string[], until: number): Promise<ReadNames> {
    return this.portfolio.read(ours(account), names, until)
  }

  /** DENIC has no list of the domains of a registrar. */
  list(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  poll(account: RegistryAccount, isStopped: () => boolean): Promise<void> {
    return this.queue.poll(ours(account), isStopped)
  }

  test(account: RegistryAccount, extensions: readonly string[]): Promise<AccountTest> {
    return this.tests.run(ours(account), extensions)
  }

  settings(account: RegistryAccount): Promise<DriverSettings> {
    return Promise.resolve({ rri: settingsOf(ours(account)) })
  }

  private async checkAll(session: RriSession, names: readonly string[], until: number): Promise<CheckAnswers> {
    const answers: (readonly [string, CheckedName | Refusal])[] = []
    for (const name of names) {
      if (this.clock.machineMs() > until) throw new Error('the deadline of the request has passed')
      const { result, head } = await session.transact(checkDomain(name))
      const status = head.first('status')
      const checked = { available: status === 'free', ...(status !== 'free' && { reason: status }) }
      answers.push([name, result === 'success' ? checked : new Refusal('registry_unavailable')])
    }
    return answers
  }

  private carryOut(execution: RriExecution): Promise<Verdict<RegistryView>> {
    const { operation } = execution
    switch (operation.kind) {
      case 'domain.create':
        return this.orders.create(execution as RriExecution<OperationOf<'domain.create'>>)
      case 'domain.transfer':
        return this.orders.transfer(execution as RriExecution<OperationOf<'domain.transfer'>>)
      case 'domain.update':
      case 'domain.trade':
        return this.desired.apply(execution as RriExecution<OperationOf<'domain.trade'> | OperationOf<'domain.update'>>)
      case 'domain.renew':
        return this.renew(execution as RriExecution<OperationOf<'domain.renew'>>)
      case 'domain.delete':
        return this.verbs.delete(execution as RriExecution<OperationOf<'domain.delete'>>)
      case 'domain.restore':
        return this.verbs.restore(execution)
      case 'domain.verb':
        return this.verbs.verb(execution as RriExecution<OperationOf<'domain.verb'>>)
      case 'domain.inspect':
        return this.inspect(execution)
      case 'domain.transfer-approve':
      case 'domain.transfer-cancel':
      case 'domain.transfer-reject':
        return Promise.resolve(refused('a domain moves at once at DENIC: no transfer is pending'))
      case 'host.delete':
      case 'host.set':
        return Promise.resolve(refused('DENIC keeps no hosts: addresses of nameservers are part of the domain'))
    }
  }

  private async inspect(execution: RriExecution): Promise<Verdict<RegistryView>> {
    return { kind: 'done', data: await this.exchange.view(execution, await this.exchange.domain(execution)) }
  }

  /** DENIC has no renewals, and bills each year by itself. The year that is paid here is ours. */
  private async renew(execution: RriExecution<OperationOf<'domain.renew'>>): Promise<Verdict<RegistryView>> {
    const { account, operation } = execution
    const { expiresOn, period } = operation.intent
    const seen = await this.exchange.ownDomain(execution)
    if ('kind' in seen) return seen
    await this.terms.extend(account.account, operation.object, later(new Date(expiresOn), period))
    return { kind: 'done', data: await this.exchange.view(execution, seen) }
  }
}

function settingsOf(account: RriAccount): NonNullable<DriverSettings['rri']> {
  const { connection, registrarId, user, sessions, keepaliveMs, pollMs, generalRequest, abuseContact } = account
  const { host, port, tls } = connection
  return {
    host,
    port,
    ...(tls.servername !== undefined && { servername: tls.servername }),
    registrarId,
    user,
    maxSessions: sessions,
    // An idle session of ours ends at half of the registry's time.
    idleSeconds: keepaliveMs / 500,
    ...(pollMs !== undefined && { pollSeconds: pollMs / 1_000 }),
    ...(generalRequest !== undefined && { generalRequest }),
    ...(abuseContact !== undefined && { abuseContact }),
  }
}

function ours(account: RegistryAccount): RriAccount {
  if (!speaksRri(account)) throw new Error(`the account ${account.account} does not speak RRI`)
  return account
}
