import { Injectable } from '@nestjs/common'
import type { z } from 'zod'
import type { domain } from '@nameyard/contracts/domains/domain'
import { listDomains } from '@nameyard/contracts/domains/list-domains'
import { listOperations } from '@nameyard/contracts/domains/list-operations'
import type { RegistryOperationKind } from '@nameyard/contracts/registry/submit-operation'
import { backoffMs, type Reason, type Verdict } from '../operations/model/verdict'
import { CLOCK_TOLERANCE_MS, heldOf, instantOf } from './model/seen'
import { UpstreamClient, type UpstreamExecution } from './upstream-client'

export type UpstreamDomain = z.output<typeof domain>

/** An operation of the registrar that has not changed the domain: it still may, or never will. */
type Started = Extract<Verdict<never>, { kind: 'pending' | 'refused' }>

/** The longest pause between two looks at an order that is under way there. */
const LONGEST_PAUSE_MS = 60_000

/** Reads domains and their operations at an upstream registrar. */
@Injectable()
export class UpstreamReader {
  constructor(private readonly client: UpstreamClient) {}

  /** The orders of the name in our account there, also failed ones; and if it has no domain, those that have left. */
  async ordersOf({ account, operation }: UpstreamExecution): Promise<readonly UpstreamDomain[]> {
    const asked = { full_name: operation.object, limit: 1_000 }
    const { results: live } = await this.client.ask(account, listDomains, asked)
    if (typeof heldOf(live) !== 'string') return live
    const { results: left } = await this.client.ask(account, listDomains, { ...asked, is_deleted: true })
    return [...live, ...left]
  }

  /** The domain that our account holds there, or the reason why there is none. */
  async domain(execution: UpstreamExecution): Promise<UpstreamDomain | 'foreign' | 'missing'> {
    return heldOf(await this.ordersOf(execution))
  }

  /**
   * What the registrar's own operation of these kinds shows that was submitted since an instant: it is under way, was refused
   * there, or is done. Undefined when there is none.
   */
  async operationSince(
    execution: UpstreamExecution,
    { id }: Pick<UpstreamDomain, 'id'>,
    kinds: readonly RegistryOperationKind[],
    since: Date,
  ): Promise<Started | { readonly kind: 'done' } | undefined> {
    const { results } = await this.client.ask(execution.account, listOperations, { id, limit: 100 })
    const from = since.getTime() - CLOCK_TOLERANCE_MS
    const own = results.find(
      ({ kind, submitted_at: at }) => kinds.includes(kind) && (instantOf(at)?.getTime() ?? 0) >= from,
    )
    if (!own) return undefined
    if (own.state === 'done') return { kind: 'done' }
    if (own.state !== 'refused' && own.state !== 'failed') return pending(execution)
    const { registry_code: code, text = 'the upstream registrar did not carry it out' } = own.reason ?? {}
    const reason: Reason = { refusal: 'registry_refused', ...(code !== undefined && { code }), text }
    return { kind: 'refused', reason }
  }

  /** Like `operationSince`, but undefined when the operation is done: then the domain shows the rest. */
  async underWay(...asked: Parameters<UpstreamReader['operationSince']>): Promise<Started | undefined> {
    const own = await this.operationSince(...asked)
    return own?.kind === 'done' ? undefined : own
  }
}

/** The registrar waits for its own registry, or for a person. */
export function pending({
  account: { pollMs = LONGEST_PAUSE_MS },
  operation: { attempts },
}: UpstreamExecution): Extract<Verdict<never>, { kind: 'pending' }> {
  const afterMs = Math.min(pollMs, LONGEST_PAUSE_MS, backoffMs(attempts - 1))
  return { kind: 'pending', afterMs, data: undefined }
}
