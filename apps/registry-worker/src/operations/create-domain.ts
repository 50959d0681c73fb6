import type { Payload } from '@nameyard/contracts/event'
import type { registryOperationSettled } from '@nameyard/contracts/registry/operation-settled'
import type { Availability } from '@nameyard/epp/availability'
import type { Command } from '@nameyard/epp/command'
import type { EppConnection } from '@nameyard/epp/connection'
import { checkContact } from '@nameyard/epp/contact/check'
import { createDomain } from '@nameyard/epp/domain/create'
import { infoDomain, type RegisteredDomain } from '@nameyard/epp/domain/info'
import { checkHost } from '@nameyard/epp/host/check'
import { createHost } from '@nameyard/epp/host/create'
import type { Response } from '@nameyard/epp/response'
import { Inject, Injectable } from '@nestjs/common'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import type { Registry, RegistryTld } from '../registries/registry'
import { contactId, ensureContact } from './contacts'
import { Journal } from './journal.store'
import { backoffMs, verdictOfRefusal, type Reason, type Verdict } from './model/verdict'
import { judgeLostCreate } from './model/lost-create'
import type { OperationOf, RegistryOperation } from './operation.store'
import { queryTRID } from './query-trid'

/** What the registry tells about a domain that was created. */
export type Registered = Payload<typeof registryOperationSettled>['registry']

/** What an execution works with. */
export interface Execution {
  readonly operation: OperationOf<'domain.create'>
  readonly worker: number
  readonly registry: Registry
  readonly tld: RegistryTld
  readonly session: EppConnection
}

const DOMAIN_CREATE = 'domain:create'

const USE_ERROR = 2002
const OBJECT_EXISTS = 2302
const OBJECT_MISSING = 2303

/**
 * Creates a domain at its registry (RFC 5731 section 3.2.1) with the contacts and hosts it needs. A create whose
 * answer was lost is never repeated blindly: the registry is asked what is true.
 */
@Injectable()
export class CreateDomain {
  constructor(
    private readonly journal: Journal,
    @Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig,
  ) {}

  async execute(execution: Execution): Promise<Verdict<Registered>> {
    const { operation } = execution
    const open = await this.journal.unsettled(operation.id, DOMAIN_CREATE)
    if (open) {
      const judged = await this.reconcile(execution, open)
      if (judged !== 'send again') return judged
    }
    const obstacle = await this.prepare(execution)
    if (obstacle) return obstacle
    // Contacts and hosts whose creates were lost have been seen at the registry by now.
    if (operation.attempts > 1) await this.journal.reconcile(operation.id)
    return this.create(execution)
  }

  /** Contacts and nameservers the domain will refer to; a verdict when one of them cannot be had. */
  private async prepare(execution: Execution): Promise<Verdict<never> | undefined> {
    const { operation, registry, tld, session } = execution
    const { registrant, contacts, nameservers } = operation.intent
    const send = <Data>(object: string, command: Command<Data>) => this.send(execution, object, command)
    const people = new Map([registrant, ...Object.values(contacts)].map((snapshot) => [contactId(snapshot), snapshot]))
    // Asked before it is tried: registries count creates of what exists against us.
    const checkedPeople = await session.transact(checkContact([...people.keys()]), { clTRID: queryTRID() })
    if (checkedPeople.outcome === 'refused') {
      return this.refusal(execution, checkedPeople, 'contact:check', 'contacts')
    }
    for (const id of missingOf(checkedPeople.data)) {
      const snapshot = people.get(id)
      if (!snapshot) continue
      const refusal = await ensureContact(session, snapshot, registry.connection.clientId, send, queryTRID())
      if (refusal === 'foreign') {
        const text = `contact ${snapshot.handle}: ${id} belongs to another registrar`
        return { kind: 'failed', reason: { refusal: 'internal_error', text } }
      }
      if (refusal?.code === OBJECT_MISSING) {
        // It exists and does not exist: the registry is not of one mind yet.
        const reason: Reason = { refusal: 'registry_unavailable', code: refusal.code, text: `contact ${id}` }
        return { kind: 'retry', afterMs: backoffMs(operation.attempts - 1), reason }
      }
      if (refusal) return this.refusal(execution, refusal, 'contact:create', `contact ${snapshot.handle}`)
    }
    if (tld.nameserverForm === 'hostAttr' || nameservers.length === 0) return undefined
    const checked = await session.transact(checkHost(nameservers.map(({ name }) => name)), { clTRID: queryTRID() })
    if (checked.outcome === 'refused') return this.refusal(execution, checked, 'host:check', 'nameservers')
    const missing = new Set([...missingOf(checked.data)].map((name) => name.toLowerCase()))
    for (const { name, ip, ip6 } of nameservers.filter(({ name }) => missing.has(name))) {
      // Glue belongs to hosts below the registry's own names; elsewhere it is refused (RFC 5732 section 1.1).
      const glue = registry.tlds.has(name.slice(name.lastIndexOf('.') + 1))
        ? [ip, ip6].filter((each) => each !== undefined)
        : []
      const created = await send(name, createHost(name, glue))
      if (created.outcome === 'refused' && created.code !== OBJECT_EXISTS) {
        return this.refusal(execution, created, 'host:create', `nameserver ${name}`)
      }
    }
    return undefined
  }

  private async create(execution: Execution): Promise<Verdict<Registered>> {
    const { operation, tld } = execution
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
    const response = await this.send(
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
    if (response.outcome === 'pending') return { kind: 'pending' }
    if (response.outcome === 'refused') {
      const own = response.code === OBJECT_EXISTS ? await this.earlierOwn(execution) : undefined
      return own ?? this.refusal(execution, response, DOMAIN_CREATE, name)
    }
    const { crDate, exDate } = response.data
    const registered = await this.read(execution)
    return {
      kind: 'done',
      data: {
        createdAt: crDate.toISOString(),
        ...(exDate && { expiresAt: exDate.toISOString() }),
        ...(registered && { roid: registered.roid }),
      },
    }
  }

  /**
   * The name exists: it may be an earlier create of this operation that was carried out behind our back (RFC 5730
   * section 2). A verdict when it was, or when that cannot be told now.
   */
  private async earlierOwn(execution: Execution): Promise<Verdict<Registered> | undefined> {
    const { operation, registry } = execution
    const { firstSentAt, sends } = await this.journal.history(operation.id, DOMAIN_CREATE, OBJECT_EXISTS)
    if (firstSentAt === null || sends < 2) return undefined
    const { seen, answer } = await this.look(execution)
    if (seen === undefined) return this.unclear(operation, answer)
    const judged = judgeLostCreate(seen, {
      clientId: registry.connection.clientId,
      sentAt: firstSentAt,
      code: null,
      absences: 0,
      pausesMs: [],
    })
    if (judged.kind === 'done') return { kind: 'done', data: registeredData(judged.data) }
    return judged.kind === 'pending' ? judged : undefined
  }

  /** Asks what became of a create that was sent and not settled (RFC 5730 section 2). */
  private async reconcile(
    execution: Execution,
    open: { readonly sentAt: Date; readonly code: number | null },
  ): Promise<Verdict<Registered> | 'send again'> {
    const { operation, registry } = execution
    const { seen, answer } = await this.look(execution)
    if (seen === undefined) return this.unclear(operation, answer)
    const judged = judgeLostCreate(seen, {
      clientId: registry.connection.clientId,
      sentAt: open.sentAt,
      code: open.code,
      absences: operation.absences,
      pausesMs: this.config.REGISTRY_ABSENCE_PAUSES_MS,
    })
    if (judged.kind === 'unknown' || judged.kind === 'pending') return judged
    await this.journal.reconcile(operation.id)
    if (judged.kind === 'send again') return 'send again'
    if (judged.kind === 'done') return { kind: 'done', data: registeredData(judged.data) }
    return judged
  }

  /** What the registry shows of the name; nothing when it could not or would not tell. */
  private async look({ operation, session }: Execution) {
    const { name, authInfo } = operation.intent
    const command = infoDomain(name, authInfo === undefined ? {} : { authInfo: { pw: authInfo } })
    const answer = await session.transact(command, { clTRID: queryTRID() })
    if (answer.outcome === 'done') return { seen: answer.data, answer }
    if (answer.code === OBJECT_MISSING) return { seen: 'missing' as const, answer }
    if (answer.class === 'sponsorship' || answer.class === 'authInfo') return { seen: 'foreign' as const, answer }
    if (answer.code === USE_ERROR) session.close()
    return { seen: undefined, answer }
  }

  /** The question was not answered: the create stays of unknown outcome, whatever the code says about the question. */
  private unclear(operation: RegistryOperation, { code, results }: Response<unknown>): Verdict<never> {
    const reason: Reason = { refusal: 'registry_unavailable', code, text: results[0].msg }
    return { kind: 'unknown', afterMs: backoffMs(operation.attempts - 1), absences: operation.absences, reason }
  }

  /** The domain as the registry has it; its roid is nice to have and no reason to doubt a create that was answered. */
  private async read({ operation, session }: Execution): Promise<RegisteredDomain | undefined> {
    const answer = await session
      .transact(infoDomain(operation.intent.name), { clTRID: queryTRID() })
      .catch(() => undefined)
    return answer?.outcome === 'done' ? answer.data : undefined
  }

  private send<Data>({ operation, worker, session }: Execution, object: string, command: Command<Data>) {
    return this.journal.transact(session, operation, worker, object, command)
  }

  private async refusal(
    { operation, session }: Execution,
    { code, results }: Response<unknown>,
    command: string,
    subject: string,
  ): Promise<Verdict<never>> {
    // Whatever the registry means by 2002, the next try begins with a login.
    if (code === USE_ERROR) session.close()
    const [{ msg, values }] = results
    const reasons = values.flatMap(({ reason, text }) => [reason ?? text]).filter((each) => each !== '')
    const { answeredSo } = await this.journal.history(operation.id, command, code)
    const tries = { answeredSo, attempts: operation.attempts }
    return verdictOfRefusal(code, [`${subject}: ${msg}`, ...reasons].join('; '), tries)
  }
}

/** What a check says may be created. */
function missingOf(checked: readonly Availability[] | undefined): Set<string> {
  return new Set((checked ?? []).filter(({ available }) => available).map(({ id }) => id))
}

function registeredData({ roid, crDate, exDate }: RegisteredDomain): Registered {
  return {
    roid,
    ...(crDate && { createdAt: crDate.toISOString() }),
    ...(exDate && { expiresAt: exDate.toISOString() }),
  }
}
