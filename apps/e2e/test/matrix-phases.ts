import type { Client } from 'pg'
import { setTldRules } from '@nameyard/contracts/domains/set-tld-rules'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import type { Rival } from '../src/rival'
import { confirmAddresses } from '../src/verification-links'
import type { Ask, InProcess } from './in-process'
import type { Subject } from './matrix-requests'

const HOUR = 3600
const DAY = 24 * HOUR

/** Auth code of the names that another registrar holds. */
const RIVAL_CODE = 'Rival-0ne-Code'

/** Settings of a worker that waits as long for an answer as the registry keeps it. */
export const patientWorker = { REGISTRY_SANDBOX_SESSIONS: '9', REGISTRY_ANSWER_MS: '600000' }

/** A phase into which a domain must be brought, for one request or for all requests that leave the phase unchanged. */
export interface Wanted {
  readonly phase: string
  readonly request: string
}

/** Brings real domains into every phase: by orders, by answers of the registry, and by advancing the clock. */
export class Phases {
  private readonly subjects = new Map<string, Subject>()
  /** Requests whose answers the registry keeps. */
  private readonly unanswered: Promise<unknown>[] = []
  private names = 0

  private constructor(
    private readonly platform: InProcess,
    private readonly sql: Client,
    private readonly rival: Rival,
    readonly account: Ask,
    readonly stranger: Ask,
    private readonly handles: Pick<Subject, 'owner' | 'newOwner' | 'stranger'>,
  ) {}

  static async open(platform: InProcess, sql: Client): Promise<Phases> {
    const [account, stranger] = [await platform.open('matrix', '100000'), await platform.open('stranger', '1000')]
    const customer = async (ask: Ask, email: string) =>
      (await ask('POST', '/v1/customers', { body: { ...person, email } })).json.data.handle as string
    const handles = {
      owner: await customer(account, 'owner@example.com'),
      newOwner: await customer(account, 'heir@example.com'),
      stranger: await customer(stranger, 'stranger@example.com'),
    }
    return new Phases(platform, sql, await platform.rival(), account, stranger, handles)
  }

  close(): void {
    this.rival.close()
  }

  /** Returns the domain that was brought into a phase for a request. */
  of({ phase, request }: Wanted): Subject {
    const subject = this.subjects.get(`${phase} ${request}`)
    if (!subject) throw new Error(`no recipe brings a domain into ${phase} for ${request}`)
    return subject
  }

  /** Reads the phase from the database; the API does not return it. */
  async phaseOf(id: number): Promise<string | undefined> {
    const { rows } = await this.sql.query<{ phase: string }>('select phase from domains.domain where id = $1', [id])
    return rows[0]?.phase
  }

  /** Prepares all phases that last. Every domain that needs an advance of the clock shares it with the others. */
  async prepare(wanted: readonly Wanted[]): Promise<void> {
    const of = (...phases: string[]) => wanted.filter(({ phase }) => phases.includes(phase))
    await this.each(of('pendingDelete'), (each) => this.register(each))
    // Otherwise new domains are held as soon as they are registered, once the address has failed its verification.
    if (of('pendingDelete').length > 0) await confirmAddresses(this.platform, ['owner@example.com'])
    await this.pass(6 * DAY)
    await this.each(of('pendingDelete'), (each) => this.delete(each, '?skip_soft_quarantine=1'))
    await this.pass(25 * DAY)
    const aged = of('quarantine.soft', 'redemption', 'restoring')
    // Out of the add grace period, in which a delete purges a domain at once.
    const deleted = of('active').filter(({ request }) => request.startsWith('delete'))
    await this.each([...aged, ...deleted], (each) => this.register(each))
    await this.pass(6 * DAY)
    await this.each(of('active.pendingTransfer', 'transferredAway'), async (each) => {
      const { name, code } = await this.register(each)
      if ((await this.rival.requestTransfer(name, code)) !== 1001)
        throw new Error(`the transfer request of ${name} is not pending`)
    })
    await this.pass(HOUR)
    await this.each(of('active.pendingTransfer'), (each) => this.failApproval(each))
    await this.each(of('transferredAway'), (each) =>
      this.done('POST', `/${this.of(each).id}/transfer/approve`, { approve: 1 }),
    )
    await this.each(of('quarantine.soft'), (each) => this.lapse(each))
    await this.each(of('redemption', 'restoring'), (each) => this.delete(each, '?skip_soft_quarantine=1'))
    await this.each(of('redemption', 'restoring'), (each) => this.reaches(each, 'redemption'))
    await this.each(of('redemption'), (each) => this.failRestore(each))
    await this.each(of('purged'), async (each) => {
      await this.register(each)
      await this.delete(each)
    })
    const fresh = of('active').filter((each) => !deleted.includes(each))
    await this.each(fresh, (each) => this.activate(each))
    await this.each(of('active.changing'), (each) => this.change(each))
    await this.each(of('active.trading'), (each) => this.trade(each))
    await this.each(of('failed'), (each) => this.fail(each))
    await this.each(of('create.pending'), (each) => this.createPending(each))
    await this.each(of('transfer.pending'), (each) => this.transfer(each))
    await this.each(of('transfer.scheduled'), (each) => this.transfer(each, { at: '2099-01-01' }))
    await this.authorizeTransfers(true)
    await this.each(of('waiting.party'), (each) => this.transfer(each))
    await this.authorizeTransfers(false)
    // Last, because the registry decides a pending command after a minute.
    await this.each(of('restoring'), (each) => this.restorePending(each))
    await this.each(
      wanted.filter(({ phase }) => !queuedPhases.has(phase)),
      (each) => this.reaches(each, each.phase),
    )
  }

  /** Prepares a phase that lasts until the registry answers. */
  async prepareQueued(each: Wanted): Promise<void> {
    const isNew = each.phase === 'create.queued'
    const name = isNew ? this.nameOf(each) : await this.registerElsewhere(each)
    const { domain, owner_handle, ...rest } = order(name, this.handles.owner)
    const transfer = { domain, owner_handle, auth_code: RIVAL_CODE }
    await this.platform.sandbox.hold(isNew ? 'domain:create' : 'domain:transfer', name)
    this.unanswered.push(this.done('POST', isNew ? '' : '/transfer', isNew ? { ...transfer, ...rest } : transfer))
    this.remember(each, await eventually(() => this.idOf(name), `the order of ${name}`), name, RIVAL_CODE)
    await this.reaches(each, each.phase)
  }

  /** Lets the registry answer the orders of {@link prepareQueued}. */
  async answerQueued(): Promise<void> {
    await this.platform.sandbox.removeFaults()
    await Promise.all(this.unanswered.splice(0))
  }

  private async idOf(name: string): Promise<number | undefined> {
    const { rows } = await this.sql.query<{ id: number }>('select id from domains.domain where name = $1', [name])
    return rows[0]?.id
  }

  private async each(wanted: readonly Wanted[], recipe: (each: Wanted) => Promise<unknown>): Promise<void> {
    for (const each of wanted) await recipe(each)
  }

  private reaches(each: Wanted, phase: string): Promise<unknown> {
    const { id, name } = this.of(each)
    return eventually(async () => {
      const reached = await this.phaseOf(id)
      if (reached !== phase) throw new Error(`${name} is ${reached}`)
      return true
    }, `${name} in ${phase}`)
  }

  private nameOf({ phase }: Wanted): string {
    return `${phase.replace('.', '-').toLowerCase()}-${++this.names}.sandbox`
  }

  private remember({ phase, request }: Wanted, id: number, name: string, code: string): Subject {
    const subject = { id, name, code, ...this.handles }
    this.subjects.set(`${phase} ${request}`, subject)
    return subject
  }

  private async done(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const { status, json, text } = await this.account(method, `/v1/domains${path}`, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }

  /**
   * Sends a request for a domain that the registry must refuse, and answers the id of the domain. On a busy machine the
   * answer of the registry can come after the answer of the platform.
   */
  private async refused(name: string, method: string, path: string, body: object): Promise<number> {
    const { status, text } = await this.account(method, `/v1/domains${path}`, { body })
    const id = (await this.idOf(name))!
    if (status >= 400) return id
    const isRefused = async () => {
      const { results } = await this.done('GET', `/${id}/operations`)
      return (results as readonly { state: string }[])[0]?.state === 'refused'
    }
    await eventually(isRefused, `the refusal of ${method} ${path}, which answered ${status} ${text}`)
    return id
  }

  private async pass(seconds: number): Promise<void> {
    const advance = (body: object) => this.account('POST', '/v1/sandbox/clock/advance', { body })
    let moved = await advance({ seconds })
    while (!moved.json.data.is_done) moved = await advance({ until: moved.json.data.until })
  }

  private async register(each: Wanted, name = this.nameOf(each)): Promise<Subject> {
    const { id, auth_code } = await this.done('POST', '', order(name, this.handles.owner))
    return this.remember(each, Number(id), name, String(auth_code))
  }

  private async delete(each: Wanted, how = ''): Promise<void> {
    await this.done('DELETE', `/${this.of(each).id}${how}`)
  }

  private async registerElsewhere(each: Wanted): Promise<string> {
    const name = this.nameOf(each)
    if ((await this.rival.register(name, RIVAL_CODE)) !== 1000) throw new Error(`${name} is not registered elsewhere`)
    return name
  }

  private async transfer(each: Wanted, over: object = {}, registered?: string): Promise<Subject> {
    const name = registered ?? (await this.registerElsewhere(each))
    const { domain, owner_handle } = order(name, this.handles.owner)
    const { id } = await this.done('POST', '/transfer', { domain, owner_handle, auth_code: RIVAL_CODE, ...over })
    return this.remember(each, Number(id), name, RIVAL_CODE)
  }

  private async activate(each: Wanted): Promise<void> {
    const { id, name, code } = await this.register(each)
    if (each.request === 'last-operation/restart') {
      await this.platform.sandbox.answer('domain:renew', name, 2308)
      await this.refused(name, 'POST', `/${id}/renew`, { period: 1 })
    }
    if (each.request !== 'transfer by internal code') return
    const { auth_code } = await this.done('GET', `/${id}/authcode?auth_code_type=internal`)
    this.remember(each, id, name, String(auth_code ?? code))
  }

  private async failApproval(each: Wanted): Promise<void> {
    if (each.request !== 'last-operation/restart') return
    const { id, name } = this.of(each)
    await this.platform.sandbox.answer('domain:transfer', name, 2308)
    await this.refused(name, 'POST', `/${id}/transfer/approve`, { approve: 1 })
  }

  private async lapse(each: Wanted): Promise<void> {
    const { name } = this.of(each)
    // The registry refuses the parking update, which a restart then repeats.
    if (each.request === 'last-operation/restart') await this.platform.sandbox.answer('domain:update', name, 2308)
    await this.delete(each)
  }

  private async failRestore(each: Wanted): Promise<void> {
    if (each.request !== 'last-operation/restart') return
    const { id, name } = this.of(each)
    await this.platform.sandbox.answer('domain:update', name, 2308)
    await this.refused(name, 'POST', `/${id}/restore`, {})
  }

  private async restorePending(each: Wanted): Promise<void> {
    const { id, name } = this.of(each)
    await this.platform.sandbox.answer('domain:update', name, 1001)
    await this.done('POST', `/${id}/restore`, {})
  }

  private async change(each: Wanted): Promise<void> {
    const { id, name } = await this.register(each)
    await this.platform.sandbox.answer('domain:update', name, 1001)
    await this.done('PUT', `/${id}`, { tech_handle: this.handles.newOwner })
  }

  private async trade(each: Wanted): Promise<void> {
    const { name } = await this.register(each)
    await this.platform.sandbox.answer('domain:update', name, 1001)
    const { domain, owner_handle } = order(name, this.handles.newOwner)
    await this.done('POST', '/trade', { domain, owner_handle })
  }

  private async fail(each: Wanted): Promise<void> {
    const isTransfer = each.request === 'transfer'
    const name = isTransfer ? await this.registerElsewhere(each) : this.nameOf(each)
    const { domain, owner_handle, ...rest } = order(name, this.handles.owner)
    if (!isTransfer) await this.platform.sandbox.refuse(name)
    const id = isTransfer
      ? await this.refused(name, 'POST', '/transfer', { domain, owner_handle, auth_code: 'wrong' })
      : await this.refused(name, 'POST', '', { domain, owner_handle, ...rest })
    this.remember(each, id, name, RIVAL_CODE)
  }

  private async createPending(each: Wanted): Promise<void> {
    const name = this.nameOf(each)
    await this.platform.sandbox.answer('domain:create', name, 1001)
    await this.register(each, name)
  }

  /** Sets whether new transfers wait for the authorization of the registrant. */
  private async authorizeTransfers(isAuthorizedByRegistrant: boolean): Promise<void> {
    const { rpc, call } = this.platform.operator
    const rules = { transfer: { isAuthorizedByRegistrant } }
    const change = { operator: 'matrix', extension: 'sandbox', effectiveFrom: '2020-02-01T00:00:00.000Z', rules }
    await rpc.call(setTldRules, change, call())
  }
}

/** The phases that {@link Phases.prepareQueued} prepares. */
export const queuedPhases: ReadonlySet<string> = new Set(['create.queued', 'transfer.queued'])
