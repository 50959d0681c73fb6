import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { createDomain } from '@nameyard/epp/domain/create'
import type { RegisteredDomain } from '@nameyard/epp/domain/info'
import { Inject, Injectable } from '@nestjs/common'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import { contactId } from './contacts'
import { Exchange } from './exchange'
import type { Execution, Executor } from './execution'
import { Journal } from './journal.store'
import { LinkedObjects } from './linked-objects'
import { judgeLostCreate, PENDING_PAUSE_MS, type LostCreateVerdict } from './model/lost-create'
import type { Verdict } from './model/verdict'
import { viewOf } from './model/view'

type CreateExecution = Execution<'domain.create'>

const DOMAIN_CREATE = 'domain:create'
const OBJECT_EXISTS = 2302

/**
 * Creates a domain at its registry (RFC 5731 section 3.2.1) with the contacts and hosts it needs. A create whose
 * answer was lost is never repeated blindly: the registry is asked what is true.
 */
@Injectable()
export class CreateDomain implements Executor<'domain.create'> {
  constructor(
    private readonly exchange: Exchange,
    private readonly linked: LinkedObjects,
    private readonly journal: Journal,
    @Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig,
  ) {}

  async execute(execution: CreateExecution): Promise<Verdict<RegistryView>> {
    const { operation } = execution
    const { registrant, contacts, nameservers } = operation.intent
    const open = await this.journal.unsettled(operation.id, DOMAIN_CREATE)
    if (open) {
      const judged = await this.reconcile(execution, open)
      if (judged !== 'send again') return judged
    }
    const obstacle =
      (await this.linked.ensureContacts(execution, [registrant, ...Object.values(contacts)])) ??
      (await this.linked.ensureHosts(execution, nameservers))
    if (obstacle) return obstacle
    // Contacts and hosts whose creates were lost have been seen at the registry by now.
    if (operation.attempts > 1) await this.journal.reconcile(operation.id)
    return this.create(execution)
  }

  private async create(execution: CreateExecution): Promise<Verdict<RegistryView>> {
    const { operation, registry, tld } = execution
    const { name, period, registrant, contacts, nameservers, authInfo } = operation.intent
    const { admin, billing, tech } = contacts
    const roles = [
      ...(admin ? [{ type: 'admin' as const, id: contactId(admin) }] : []),
      ...(billing ? [{ type: 'billing' as const, id: contactId(billing) }] : []),
      ...(tech ? [{ type: 'tech' as const, id: contactId(tech) }] : []),
    ]
    const hosts = nameservers.map(({ name, ip, ip6 }) => ({
      name,
      addresses: [ip, ip6].filter((address) => address !== undefined),
    }))
    const response = await this.exchange.send(
      execution,
      name,
      createDomain({
        name,
        period,
        ns: { form: tld.nameserverForm, hosts },
        registrant: contactId(registrant),
        contacts: roles,
        authInfo: { pw: authInfo ?? '' },
      }),
    )
    if (response.outcome === 'pending') return { kind: 'pending', data: undefined, afterMs: PENDING_PAUSE_MS }
    if (response.outcome === 'refused') {
      const own = response.code === OBJECT_EXISTS ? await this.earlierOwn(execution) : undefined
      return own ?? this.exchange.refusal(execution, response, DOMAIN_CREATE, name)
    }
    const { crDate, exDate } = response.data
    // More than the answer told is nice to have, and no reason to doubt it.
    const { seen } = await this.exchange.look(execution).catch(() => ({ seen: undefined }))
    const isRegistered = seen !== undefined && typeof seen !== 'string'
    return {
      kind: 'done',
      data: {
        presence: 'ours',
        ...(isRegistered && viewOf(seen, registry.connection.clientId)),
        createdAt: crDate.toISOString(),
        ...(exDate && { expiresAt: exDate.toISOString() }),
      },
    }
  }

  /**
   * The name exists: it may be an earlier create of this operation that was carried out behind our back (RFC 5730
   * section 2). A verdict when it was, or when that cannot be told now.
   */
  private async earlierOwn(execution: CreateExecution): Promise<Verdict<RegistryView> | undefined> {
    const { operation } = execution
    const { firstSentAt, sends } = await this.journal.history(operation.id, DOMAIN_CREATE, OBJECT_EXISTS)
    if (firstSentAt === null || sends < 2) return undefined
    const { seen, answer } = await this.exchange.look(execution, operation.intent.authInfo)
    if (seen === undefined) return this.exchange.unclear(operation, answer)
    const judged = this.judge(execution, seen, { sentAt: firstSentAt, code: null }, [])
    return judged.kind === 'done' || judged.kind === 'pending' ? toView(judged, execution) : undefined
  }

  /** Asks what became of a create that was sent and not settled (RFC 5730 section 2). */
  private async reconcile(
    execution: CreateExecution,
    open: { readonly sentAt: Date; readonly code: number | null },
  ): Promise<Verdict<RegistryView> | 'send again'> {
    const { operation } = execution
    const { seen, answer } = await this.exchange.look(execution, operation.intent.authInfo)
    if (seen === undefined) return this.exchange.unclear(operation, answer)
    const judged = this.judge(execution, seen, open, this.config.REGISTRY_ABSENCE_PAUSES_MS)
    if (judged.kind === 'unknown' || judged.kind === 'pending') return toView(judged, execution)
    await this.journal.reconcile(operation.id)
    return judged.kind === 'send again' ? 'send again' : toView(judged, execution)
  }

  private judge(
    { operation, registry }: CreateExecution,
    seen: RegisteredDomain | 'missing' | 'foreign',
    sent: { readonly sentAt: Date; readonly code: number | null },
    pausesMs: readonly number[],
  ): LostCreateVerdict {
    const { absences, pendingResult } = operation
    return judgeLostCreate(seen, {
      clientId: registry.connection.clientId,
      sentAt: sent.sentAt,
      code: sent.code,
      absences,
      pausesMs,
      pendingResult,
    })
  }
}

/** The same verdict, told in the words for other services. */
function toView(
  verdict: Exclude<LostCreateVerdict, { kind: 'send again' }>,
  { registry }: CreateExecution,
): Verdict<RegistryView> {
  const clientId = registry.connection.clientId
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
