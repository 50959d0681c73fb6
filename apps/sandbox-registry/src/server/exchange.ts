import type { ClientBase, Pool } from 'pg'
import { extensionsOf, objectCommands, sessionCommands } from '../commands/commands'
import type { Answer, CommandContext } from '../commands/command'
import { planPlainCreate } from '../commands/domain/create-domain'
import { refuseAgainstProfile } from '../commands/domain/profile'
import { findNameRules } from '../commands/domain/tld-rules.store'
import { runDueJobs } from '../life/run-due-jobs'
import { Refusal, endsConnection, isResultCode, type ResultCode } from '../model/result'
import { DOMAIN } from '../xml/namespaces'
import { MalformedXml, readXml, type Element } from '../xml/read'
import type { Place } from './connection'
import { insertAudit, isKnownClTRID, type AuditEntry } from './audit.store'
import { beginTransaction, shifted, type RealClock } from './clock.store'
import { takeFault, type Fault } from './fault.store'
import type { FrameFolder } from './frame-folder'
import type { Log } from './log'
import { maskSecrets } from './mask'
import type { PlainCreates } from './plain-creates'
import { findClTRID, readRequest, registrarIn, type CommandRequest, type Request } from './request'
import { writeGreeting, writeResponse, type Response } from './response'
import { servicesAt } from './services'
import type { Session } from './session'
import type { SessionPolicy } from './session-policy.store'
import type { StandingRules } from './standing-rules'
import { OutcomeUnknown, inTransaction } from './transaction'

/** What the exchanges of all connections share. */
export interface Registry {
  readonly pool: Pool
  readonly clock: RealClock
  readonly log: Log
  /** What all who came in by a door share, by its name. */
  readonly doors: Map<string, Place>
  readonly rules: StandingRules
  readonly creates: PlainCreates
  /** Where the frames are kept as files, when they are. */
  readonly frames?: FrameFolder | undefined
}

/**
 * What goes back over the wire. `delayMs` passes first; `ends` closes the connection after. `way`: whole, half of it
 * before the connection is cut, or only behind the answer to the next message.
 */
export interface Reply {
  readonly message: string | undefined
  readonly ends: boolean
  readonly delayMs: number
  readonly way: 'whole' | 'half' | 'behind-next'
}

interface Message {
  readonly registry: Registry
  readonly session: Session
  readonly policy: SessionPolicy
  readonly clTRID: string | undefined
  readonly request: string
}

interface Exchange extends Message {
  readonly now: Date
  readonly svTRID: string
}

const silence: Reply = { message: undefined, ends: false, delayMs: 0, way: 'whole' }

/** The message the server opens a connection with, and what holds for the connection. */
export async function greet(
  registry: Registry,
  session: Session,
): Promise<{ greeting: string; policy: SessionPolicy }> {
  const policy = await registry.rules.policyAt(session.door)
  const { now, svTRID } = await beginTransaction(registry.pool, registry.clock)
  const greeting = writeGreeting(policy.serverId, servicesAt(policy), now)
  const entry = { at: now, session: session.id, command: 'connect', objects: [], svTRID, response: greeting }
  await record(registry, registry.pool, { ...unsaid, ...entry })
  return { greeting, policy }
}

async function record({ frames }: Registry, db: Pool | ClientBase, entry: AuditEntry): Promise<void> {
  await insertAudit(db, entry)
  await frames?.keep(entry)
}

const unsaid = {
  registrar: undefined,
  clTRID: undefined,
  code: undefined,
  fault: undefined,
  request: undefined,
} satisfies Partial<AuditEntry>

/**
 * Takes one message and says what to answer. An effect and its audit entry are committed together, before the answer
 * leaves. Never throws: a command that fails is 2400, a login 2500; where the outcome is not known there is no answer.
 */
export async function exchange(registry: Registry, session: Session, bytes: Buffer): Promise<Reply> {
  try {
    return await answer(registry, session, bytes)
  } catch (error) {
    registry.log.error({ err: error, session: session.id }, 'an exchange failed outside its command')
    return { ...silence, ends: true }
  }
}

async function answer(registry: Registry, session: Session, bytes: Buffer): Promise<Reply> {
  const arrivedAt = registry.clock.elapsedMs()
  const policy = await registry.rules.policyAt(session.door)
  const root = readOrRefuse(bytes)
  const clTRID = root instanceof Refusal ? undefined : findClTRID(root)
  const request = root instanceof Refusal ? root : requestOrRefusal(root)
  const message = { registry, session, policy, clTRID, request: maskSecrets(bytes.toString('utf8')) }
  const beyond = request instanceof Refusal ? undefined : beyondRate(session, request, policy, arrivedAt)
  const isCommand = !(request instanceof Refusal) && request.kind === 'command'
  const isOrdinary = beyond === undefined && policy.reusedClTRID === 'allowed'
  const prompt = isCommand && isOrdinary ? await createAtOnce(message, request) : undefined
  if (prompt) return prompt

  const { now, svTRID, nextDue, hasFaults } = await beginTransaction(registry.pool, registry.clock)
  if (nextDue !== null && nextDue <= now) await runDueJobs(registry.pool, now)
  const it = { ...message, now, svTRID }
  if (request instanceof Refusal) return refuse(it, undefined, request)
  if (request.kind === 'hello') return hello(it)
  // Whoever wants to go is let go.
  if (beyond && request.name !== 'logout') return refuse(it, request, new Refusal(2400, beyond))
  const reused = await refuseReused(it, request)
  if (reused) return reused
  const fault = hasFaults
    ? await takeFault(registry.pool, request.name, request.objects, session.login?.registrar)
    : undefined
  return fault ? performWith(fault, it, request) : perform(it, request, undefined)
}

/** Answers a command whose clTRID its registrar has used before, at a door that minds; undefined for every other. */
async function refuseReused(it: Exchange, request: CommandRequest): Promise<Reply | undefined> {
  const { registry, session, policy, clTRID } = it
  if (clTRID === undefined || !session.login || policy.reusedClTRID === 'allowed') return undefined
  if (!(await isKnownClTRID(registry.pool, session.login.registrar, clTRID))) return undefined
  const reply = await refuse(it, request, new Refusal(2306, 'the clTRID was used before'))
  return policy.reusedClTRID === 'closed' ? { ...silence, ends: true } : reply
}

/** Lets a fault have its way with a command: it is lost, refused, meets a session that is over, or goes wrong later. */
async function performWith(fault: Fault, it: Exchange, request: CommandRequest): Promise<Reply> {
  const { registry, session } = it
  if (fault.kind === 'drop-request') {
    await record(registry, registry.pool, auditEntry(it, request, undefined, undefined, fault))
    return silence
  }
  if (fault.code !== null && isResultCode(fault.code)) return refuse(it, request, new Refusal(fault.code), fault)
  if (fault.kind === 'end-session' && session.login) {
    session.seats.leave(session.login.registrar)
    session.login = undefined
  }
  return perform(it, request, fault)
}

/** Counts what somebody sends, and says in words which limit it is beyond, when it is beyond one. */
function beyondRate(session: Session, request: Request, policy: SessionPolicy, arrivedAt: number): string | undefined {
  const isCommand = request.kind === 'command'
  const registrar = session.login?.registrar ?? (isCommand ? registrarIn(request) : undefined)
  const isAsked = isCommand && session.login !== undefined && request.name !== 'logout'
  return registrar && session.rate.take(registrar, arrivedAt, policy, isAsked)
}

/** Carries a plain create of a domain out together with others; undefined when it takes more, and nothing was done. */
async function createAtOnce(message: Message, request: CommandRequest): Promise<Reply | undefined> {
  const { registry, session, policy, clTRID } = message
  const { rules, creates, frames } = registry
  const { login } = session
  if (request.name !== 'domain:create' || request.extensions.size > 0 || !login?.objectServices.has(DOMAIN))
    return undefined
  const offsetSeconds = await rules.offsetSeconds()
  const now = shifted(registry.clock, offsetSeconds)
  const svTRID = await creates.newSvTRID()
  const context = {
    now,
    svTRID,
    policy,
    registrar: login.registrar,
    rulesOf: (name: string) => rules.ofOrdinary(name),
  }
  const plan = await refuseAgainstProfile(request, context)
    .then(() => planPlainCreate(request.payload, context))
    .catch(unlessRefused)
  if (!plan) return undefined
  const response = { ...plan.answer, clTRID, svTRID }
  const text = writeResponse(response)
  const audit = auditEntry({ ...message, now, svTRID }, request, response.code, text)
  if (!(await creates.write({ ...plan, audit, offsetSeconds }))) {
    // It may be the time that has become another.
    rules.forget()
    return undefined
  }
  await frames?.keep(audit)
  return reply({ ...response, message: text }, undefined)
}

/** Whoever is refused is told so in the order in which everybody is. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

async function hello(it: Exchange): Promise<Reply> {
  const message = writeGreeting(it.policy.serverId, servicesAt(it.policy), it.now)
  await record(it.registry, it.registry.pool, { ...auditEntry(it, undefined, undefined, message), command: 'hello' })
  return { ...silence, message }
}

async function perform(it: Exchange, request: CommandRequest, fault: Fault | undefined): Promise<Reply> {
  const { registry, session, policy, now, clTRID, svTRID } = it
  try {
    const response = await inTransaction(
      registry.pool,
      async (db) => {
        const rulesOf = onceEach((name: string) => findNameRules(db, name))
        const { extensions } = request
        const context = { db, now, policy, session, clTRID, svTRID, extensions, rulesOf, fault: fault?.kind }
        const response = { ...(await execute(request, context)), clTRID, svTRID }
        return { ...response, message: writeResponse(response) }
      },
      (db, { code, message }) => record(registry, db, auditEntry(it, request, code, message, fault)),
    )
    return reply(response, fault)
  } catch (error) {
    if (error instanceof Refusal) return refuse(it, request, error, fault)
    if (error instanceof OutcomeUnknown) throw error
    registry.log.error({ err: error, command: request.name, svTRID }, 'a command failed')
    // A login that failed half-way may count as a session already.
    return refuse(it, request, new Refusal(request.name === 'login' ? 2500 : 2400), fault)
  }
}

async function execute(request: CommandRequest, context: CommandContext): Promise<Answer> {
  const { name, payload, op, extensions } = request
  const taken = extensionsOf[name] ?? []
  const sessionCommand = sessionCommands[name]
  if (sessionCommand) {
    refuseExtensions(extensions, taken)
    return sessionCommand(payload, context)
  }
  const { login } = context.session
  if (!login) throw new Refusal(2002, 'nobody is logged in')
  if (name !== 'poll' && !login.objectServices.has(payload.ns))
    throw new Refusal(2002, 'the login did not name this kind of object')
  const command = objectCommands[name]
  if (!command) throw new Refusal(2101)
  refuseExtensions(extensions, taken, login.extensions)
  await refuseAgainstProfile(request, context)
  return command(payload, { ...context, registrar: login.registrar, op })
}

/** An extension must belong to the command and to what the login chose; 2103. */
function refuseExtensions(
  extensions: CommandRequest['extensions'],
  taken: readonly string[],
  chosen: ReadonlySet<string> = new Set(taken),
): void {
  for (const [ns, extension] of extensions) {
    const offender = { ...extension, text: '' }
    if (!taken.includes(ns)) throw new Refusal(2103, 'the command does not take this extension', offender)
    if (!chosen.has(ns)) throw new Refusal(2103, 'the login did not name this extension', offender)
  }
}

async function refuse(
  it: Exchange,
  request: CommandRequest | undefined,
  refusal: Refusal,
  fault?: Fault,
): Promise<Reply> {
  const clTRID = fault?.kind === 'inject-code-without-trid' ? undefined : it.clTRID
  const response = { code: refusal.code, refusal, clTRID, svTRID: it.svTRID }
  const message = writeResponse(response)
  await record(it.registry, it.registry.pool, auditEntry(it, request, refusal.code, message, fault))
  const answered = reply({ ...response, message }, fault)
  return { ...answered, delayMs: answered.delayMs + it.policy.errorPenaltyMs }
}

function reply(response: Response & { readonly message: string }, fault: Fault | undefined): Reply {
  const ends = endsConnection(response.code)
  const whole = { ...silence, message: response.message, ends }
  switch (fault?.kind) {
    case 'drop-response':
      return { ...silence, ends }
    case 'close-before-answer':
      return { ...silence, ends: true }
    case 'partial':
      return { ...whole, ends: true, way: 'half' }
    case 'out-of-order':
      return { ...whole, way: 'behind-next' }
    case 'garbage':
      return { ...whole, message: `<epp>${whole.message.slice(0, 40)}` }
    case 'wrong-trid':
      return { ...whole, message: writeResponse({ ...response, clTRID: `not-${response.svTRID}` }) }
    default:
      return { ...whole, delayMs: fault?.milliseconds ?? 0 }
  }
}

function auditEntry(
  it: Exchange,
  request: CommandRequest | undefined,
  code: ResultCode | undefined,
  response: string | undefined,
  fault?: Fault,
): AuditEntry {
  return {
    at: it.now,
    session: it.session.id,
    registrar: it.session.login?.registrar,
    command: request?.name,
    objects: request?.objects ?? [],
    clTRID: it.clTRID,
    svTRID: it.svTRID,
    code,
    fault: fault?.kind,
    request: it.request,
    response: response === undefined ? undefined : maskSecrets(response),
  }
}

function readOrRefuse(bytes: Buffer): Element | Refusal {
  try {
    return readXml(bytes)
  } catch (error) {
    if (error instanceof MalformedXml) return new Refusal(2001, error.message)
    throw error
  }
}

function requestOrRefusal(root: Element): ReturnType<typeof readRequest> | Refusal {
  try {
    return readRequest(root)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Asks for each name once, however often a command wants to know. */
function onceEach<Found>(find: (name: string) => Promise<Found>): (name: string) => Promise<Found> {
  const found = new Map<string, Promise<Found>>()
  return (name) => {
    const known = found.get(name) ?? find(name)
    found.set(name, known)
    return known
  }
}
