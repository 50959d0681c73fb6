import { Inject, Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { Command } from '@nameyard/epp/command'
import { Clock } from '@nameyard/runtime/clock'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import { Exchange } from './exchange'
import type { Execution, Executor } from './execution'
import { Journal } from './journal.store'
import type { Sent } from './model/judgment'
import { restoreStep } from './model/lost-restore'
import type { Verdict } from './model/verdict'
import { Prices, type Priced } from './prices'

type RestoreExecution = Execution<'domain.restore'>

const REQUEST = 'domain:restore-request'
const REPORT = 'domain:restore-report'

/**
 * Restores a deleted domain (RFC 3915): sends the request, and the report where the registry requires one. EPP info before
 * each command shows which is next, so that a lost answer needs no extra check.
 */
@Injectable()
export class RestoreDomain implements Executor<'domain.restore'> {
  constructor(
    private readonly exchange: Exchange,
    private readonly journal: Journal,
    private readonly prices: Prices,
    private readonly clock: Clock,
    @Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig,
  ) {}

  async execute(execution: RestoreExecution): Promise<Verdict<RegistryView>> {
    const isOffered = execution.tld.dialect.offersRestore(execution.tld)
    if (!isOffered && !(await this.journal.unsettled(execution.operation.id, REQUEST))) {
      const text = 'the registry does not offer restores (RFC 3915)'
      return { kind: 'refused', reason: { refusal: 'registry_refused', text } }
    }
    for (;;) {
      const step = await this.next(execution)
      if (step.kind !== 'request' && step.kind !== 'report') return step
      const priced = step.kind === 'request' ? await this.request(execution) : { command: this.report(execution) }
      const obstacle = 'obstacle' in priced ? priced.obstacle : await this.send(execution, priced.command)
      if (obstacle) return obstacle
    }
  }

  private async next(execution: RestoreExecution) {
    const { operation, tld } = execution
    const { seen, answer } = await this.exchange.info(execution)
    if (seen === undefined) return this.exchange.unclear(operation, answer)
    const [request, report] = [await this.sent(execution, REQUEST), await this.sent(execution, REPORT)]
    const step = restoreStep(seen, { request, report, wantsReport: tld.restore === 'report' })
    if (step.kind !== 'unknown') await this.journal.reconcile(operation.id)
    return step
  }

  private async send(execution: RestoreExecution, command: Command<unknown>): Promise<Verdict<never> | undefined> {
    const response = await this.exchange.send(execution, execution.operation.object, command)
    return response.outcome === 'refused' ? this.exchange.refusal(execution, response, command.name) : undefined
  }

  private request(execution: RestoreExecution): Promise<Priced<unknown>> {
    const { operation, tld } = execution
    const request = tld.dialect.requestRestore(operation.object, tld)
    return this.prices.agree(execution, request, 'restore', operation.intent.fee)
  }

  private report({ operation, tld }: RestoreExecution): Command<unknown> {
    const { name, deletedAt, reason } = operation.intent
    const report = {
      preData: `${name} as it was registered before its deletion`,
      postData: `${name} as it was registered before its deletion`,
      delTime: new Date(deletedAt),
      resTime: this.clock.now(),
      resReason: reason,
      statements: [
        'The name was not restored in order to assume the rights to use or sell it for the registrar or a third party.',
        'The information in this report is true to the best of our knowledge.',
      ],
    } as const
    return tld.dialect.reportRestore(name, report, tld)
  }

  private async sent({ operation, registry }: RestoreExecution, command: string): Promise<Sent> {
    const open = await this.journal.unsettled(operation.id, command)
    return {
      clientId: registry.registrarId,
      sentAt: open?.sentAt ?? this.clock.now(),
      code: open?.code ?? null,
      pendingResult: operation.pendingResult,
      absences: operation.absences,
      pausesMs: this.config.REGISTRY_ABSENCE_PAUSES_MS,
    }
  }
}
