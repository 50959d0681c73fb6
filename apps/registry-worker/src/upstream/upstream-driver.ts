import { Injectable, type OnModuleInit } from '@nestjs/common'
import { checkDomains } from '@nameyard/contracts/domains/check-domains'
import { Refusal } from '@nameyard/contracts/errors'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { NotSent } from '@nameyard/epp/transport-errors'
import { ApiError, NoAnswer } from '@nameyard/sdk'
import type {
  AccountTest,
  CheckAnswers,
  CheckQuestion,
  Driver,
  DriverSettings,
  NamesPage,
  ReadNames,
} from '../operations/driver'
import { Drivers } from '../operations/drivers'
import { Journal } from '../operations/journal.store'
import type { Verdict } from '../operations/model/verdict'
import type { ClaimedOperation, OperationOf } from '../operations/operation.store'
import { isUpstream, type RegistryAccount, type UpstreamAccount } from '../registries/registry'
import { refusalOf } from './model/answers'
import { refused } from './model/refused'
import { partsOf } from './model/terms'
import { PollUpstream } from './poll-upstream'
import { UpstreamClient, type UpstreamExecution } from './upstream-client'
import { UpstreamDesiredState } from './upstream-desired-state'
import { UpstreamDomains } from './upstream-domains'
import { UpstreamIdempotency } from './upstream-idempotency'
import { UpstreamOrders } from './upstream-orders'
import { UpstreamPortfolio } from './upstream-portfolio'
import { UpstreamTest } from './upstream-test'
import { UpstreamTransferAnswers } from './upstream-transfer-answers'

/** Drives accounts at registrars by their HTTP API, which is the one of this platform. */
@Injectable()
export class UpstreamDriver implements Driver, OnModuleInit {
  readonly name = 'upstream'
  readonly unoffered = {
    certification: 'is at an upstream registrar, which has no acceptance test: registry test says what would not work',
    rotation:
      'is at an upstream registrar, which has a key and no password: create another key there, write it to apiKeyFile, which is read at each request, and delete the old key',
  }

  constructor(
    private readonly drivers: Drivers,
    private readonly client: UpstreamClient,
    private readonly orders: UpstreamOrders,
    private readonly domains: UpstreamDomains,
    private readonly answers: UpstreamTransferAnswers,
    private readonly desired: UpstreamDesiredState,
    private readonly changed: PollUpstream,
    private readonly portfolio: UpstreamPortfolio,
    private readonly tests: UpstreamTest,
    private readonly idempotency: UpstreamIdempotency,
    private readonly journal: Journal,
  ) {}

  onModuleInit(): void {
    this.drivers.add(this)
  }

  capacity({ sessions }: RegistryAccount): number {
    return sessions
  }

  async execute(operation: ClaimedOperation, worker: number, given: RegistryAccount): Promise<Verdict<RegistryView>> {
    try {
      return await this.carryOut({ operation, worker, account: upstream(given) })
    } catch (error) {
      const isUnread = error instanceof ApiError || error instanceof NoAnswer
      if (!isUnread || (await this.journal.hasOpen(operation.id))) throw error
      throw new NotSent(error.message, { cause: error })
    }
  }

  async check(given: RegistryAccount, names: readonly string[], { passed }: CheckQuestion): Promise<CheckAnswers> {
    const account = upstream(given)
    const size = account.checkBatch
    const batches = Array.from({ length: Math.ceil(names.length / size) }, (_, n) =>
      names.slice(n * size, (n + 1) * size),
    )
    return (await Promise.all(batches.map((batch) => this.checkBatch(account, batch, passed)))).flat()
  }

  /** The API shows claims only together with a launch phase, which is not sold through it. */
  claimKeys(): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(new Map())
  }

  read(account: RegistryAccount, names: readonly string[], until: number): Promise<ReadNames> {
    return this.portfolio.read(upstream(account), names, until)
  }

  list(account: RegistryAccount, after: string, limit: number): Promise<NamesPage> {
    return this.portfolio.list(upstream(account), after, limit)
  }

  poll(account: RegistryAccount, isStopped: () => boolean): Promise<void> {
    return this.changed.poll(upstream(account), isStopped)
  }

  test(account: RegistryAccount, extensions: readonly string[]): Promise<AccountTest> {
    return this.tests.run(upstream(account), extensions)
  }

  async settings(given: RegistryAccount): Promise<DriverSettings> {
    const account = upstream(given)
    const { baseUrl, sessions, answerMs, pollMs, checkBatch } = account
    return {
      upstream: {
        baseUrl,
        maxRequests: sessions,
        answerSeconds: answerMs / 1_000,
        ...(pollMs !== undefined && { pollSeconds: pollMs / 1_000 }),
        checkNames: checkBatch,
        idempotency: await this.idempotency.of(account),
      },
    }
  }

  private async checkBatch(
    account: UpstreamAccount,
    names: readonly string[],
    passed: readonly string[],
  ): Promise<CheckAnswers> {
    try {
      const { results } = await this.client.ask(account, checkDomains, { domains: names.map(partsOf) }, passed)
      const known = new Map(results.map((result) => [result.domain.toLowerCase(), result]))
      return names.map((name) => {
        const checked = known.get(name)
        if (!checked) return [name, new Refusal('registry_unavailable')] as const
        const { status, reason, premium } = checked
        const create = premium && { currency: premium.currency, create: premium.price.create }
        return [name, { available: status === 'free', reason, ...(create && { premium: create }) }] as const
      })
    } catch (error) {
      if (!(error instanceof ApiError) && !(error instanceof NoAnswer)) throw error
      const refused = error instanceof ApiError && error.status < 500 && refusalOf(error).reason
      return names.map((name) => [
        name,
        refused && refused.refusal !== 'registry_unavailable'
          ? new Refusal('registry_refused', { reason: refused.text, object: name })
          : new Refusal('registry_unavailable'),
      ])
    }
  }

  private carryOut(execution: UpstreamExecution): Promise<Verdict<RegistryView>> {
    const { operation } = execution
    const of = <Kind extends ClaimedOperation['kind']>() => execution as UpstreamExecution<OperationOf<Kind>>
    switch (operation.kind) {
      case 'domain.create':
        return this.orders.create(of<'domain.create'>())
      case 'domain.transfer':
        return this.orders.transfer(of<'domain.transfer'>())
      case 'domain.inspect':
        return this.desired.apply(execution, {}).then(asInspection)
      case 'domain.update':
        return this.desired.apply(execution, of<'domain.update'>().operation.intent.desired)
      case 'domain.renew':
        return this.domains.renew(of<'domain.renew'>())
      case 'domain.delete':
        return this.domains.delete(of<'domain.delete'>())
      case 'domain.restore':
        return this.domains.restore(of<'domain.restore'>())
      case 'domain.trade':
        return this.domains.trade(of<'domain.trade'>())
      case 'domain.transfer-approve':
      case 'domain.transfer-reject':
        return this.answers.answer(of<'domain.transfer-approve' | 'domain.transfer-reject'>())
      case 'domain.transfer-cancel':
        return this.answers.cancel(of<'domain.transfer-cancel'>())
      default:
        return Promise.resolve(refused(`${operation.kind} is not possible through an upstream registrar`))
    }
  }
}

/** Reading a name that is not ours is no failure. */
function asInspection(verdict: Verdict<RegistryView>): Verdict<RegistryView> {
  return verdict.kind === 'refused' && verdict.data ? { kind: 'done', data: verdict.data } : verdict
}

function upstream(account: RegistryAccount): UpstreamAccount {
  if (!isUpstream(account)) throw new Error(`the account ${account.account} is not at an upstream registrar`)
  return account
}
