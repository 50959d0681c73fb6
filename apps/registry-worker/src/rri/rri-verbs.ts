import { Injectable } from '@nestjs/common'
import { z } from 'zod'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { outOfReach, unseen, type Judgment, type Sent } from '../operations/model/judgment'
import { judgeLostDelete } from '../operations/model/lost-delete'
import { restoreStep } from '../operations/model/lost-restore'
import { patiently } from '../operations/model/patience'
import type { Verdict } from '../operations/model/verdict'
import type { OperationOf } from '../operations/operation.store'
import { dataOfOwnCommand } from '../operations/own-command'
import { RequestChange } from '../operations/request-change'
import {
  createAuthInfo2,
  deleteAuthInfo1,
  deleteDomain,
  restoreDomain,
  transitDomain,
  type RriRequest,
} from './protocol/requests'
import { RriExchange, type RriExecution } from './rri-exchange'
import type { SeenAtRegistry } from './state/seen'

/** How a domain shows that a request was carried out. */
type Judge = (seen: SeenAtRegistry | 'missing', sent: Sent, view: RegistryView) => Judgment

const nothing = z.strictObject({})

/** The commands that only DENIC has, with their data. */
export const rriCommands = {
  transit: z.strictObject({ disconnect: z.boolean().default(false) }),
  'create-authinfo2': nothing,
  'delete-authinfo1': nothing,
}

/** Deletes, restores and the commands that only DENIC has: one request each. */
@Injectable()
export class RriVerbs {
  constructor(
    private readonly exchange: RriExchange,
    private readonly request: RequestChange,
  ) {}

  /** Deletes a domain, or returns it to the registry. */
  delete(execution: RriExecution<OperationOf<'domain.delete'>>): Promise<Verdict<RegistryView>> {
    if (execution.operation.intent.isReturned) return this.transit(execution, false)
    return this.change(execution, deleteDomain(execution.operation.object), (seen, sent, view) => {
      const judged = judgeLostDelete(seen === 'missing' ? seen : seen.domain, sent)
      return 'data' in judged ? { ...judged, data: view } : judged
    })
  }

  restore(execution: RriExecution): Promise<Verdict<RegistryView>> {
    return this.change(execution, restoreDomain(execution.operation.object), (seen, sent, view) => {
      const shown = seen === 'missing' ? seen : seen.domain
      const step = restoreStep(shown, { request: sent, report: sent, wantsReport: false })
      if (step.kind === 'request' || step.kind === 'report') return { kind: 'send again', data: view }
      return 'data' in step ? ({ ...step, data: view } as Judgment) : step
    })
  }

  /** Carries out a command that only DENIC has. */
  async verb(execution: RriExecution<OperationOf<'domain.verb'>>): Promise<Verdict<RegistryView>> {
    const { object, intent } = execution.operation
    const given = dataOfOwnCommand(rriCommands, intent)
    if ('kind' in given) return given
    switch (intent.verb as keyof typeof rriCommands) {
      case 'transit':
        return this.transit(execution, (given.data as z.output<typeof rriCommands.transit>).disconnect)
      case 'create-authinfo2':
        return this.change(execution, createAuthInfo2(object), (seen, sent, view) =>
          shown(seen !== 'missing' && seen.hasAuthInfo2, sent, view),
        )
      case 'delete-authinfo1':
        return this.change(execution, deleteAuthInfo1(object), (seen, sent, view) =>
          shown(seen !== 'missing' && !seen.hasAuthInfo1, sent, view),
        )
    }
  }

  private transit(execution: RriExecution, disconnect: boolean): Promise<Verdict<RegistryView>> {
    return this.change(execution, transitDomain(execution.operation.object, disconnect), (seen, sent, view) => {
      if (seen === 'missing') return outOfReach(view)
      return seen.domain.clID === sent.clientId ? unseen(sent, view) : { kind: 'done', data: view }
    })
  }

  private change(execution: RriExecution, request: RriRequest, judge: Judge): Promise<Verdict<RegistryView>> {
    return this.request.carryOut(execution.operation, {
      name: request.name,
      clientId: execution.account.registrarId,
      isIdempotent: true,
      send: () => this.exchange.send(execution, request),
      look: async (sent) => {
        const seen = await this.exchange.domain(execution)
        return patiently(judge(seen, sent, await this.exchange.view(execution, seen)), sent)
      },
    })
  }
}

/** Codes of domains of others do not show: an answer is enough. */
function shown(isShown: boolean, sent: Sent, data: RegistryView): Judgment {
  return isShown || sent.code === 1000 ? { kind: 'done', data } : { kind: 'send again', data }
}
