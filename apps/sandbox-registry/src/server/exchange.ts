import { FrameDecoder, encodeFrame } from '@nameyard/epp/frame'
import { isKnownClTRID } from '../audit/audit.store'
import { maskSecrets } from '../audit/mask'
import { objectPrefixes as prefixes, ownVerbs as verbs, readOwn as read, several } from '../dialects/dialects'
import { takeFault, type Fault } from '../faults/fault.store'
import { runDueJobs } from '../jobs/run-due-jobs'
import { Refusal, isResultCode } from '../model/result'
import { findClTRID, readRequest, registrarIn, type CommandRequest, type Request } from '../protocol/request'
import { writeGreeting } from '../protocol/response'
import type { Session } from '../sessions/session'
import type { SessionPolicy } from '../sessions/session-policy.store'
import { MalformedXml, readXml, type Element } from '../xml/read'
import { createInBatch } from './create-in-batch'
import { startExchange } from './exchange.store'
import { auditEntry, record, type Exchange } from './message'
import { perform, servicesOf } from './perform'
import type { Protocol } from './protocol'
import type { Registry } from './registry'
import { refuse, silence, type Reply } from './reply'

/** Writes the greeting that opens a connection, and reads the policy that holds for it. */
async function greet(registry: Registry, session: Session): Promise<{ greeting: string; policy: SessionPolicy }> {
  const policy = await registry.rules.policyAt(session.endpoint.name)
  const { now, svTRID } = await startExchange(registry.pool, registry.clock)
  const greeting = writeGreeting(policy.serverId, servicesOf(policy), now)
  await record(registry, registry.pool, {
    at: now,
    session: session.id,
    registrar: undefined,
    command: 'connect',
    objects: [],
    clTRID: undefined,
    svTRID,
    code: undefined,
    fault: undefined,
    request: undefined,
    response: greeting,
  })
  return { greeting, policy }
}

/**
 * Answers one message. An effect and its audit entry are committed together, before the answer is sent. Never throws: a
 * command that fails is answered 2400, a login 2500. When the outcome is unknown, the connection closes without an answer.
 */
async function exchange(registry: Registry, session: Session, bytes: Buffer): Promise<Reply> {
  try {
    return await answer(registry, session, bytes)
  } catch (error) {
    registry.log.error({ err: error, session: session.id }, 'an exchange failed outside its command')
    return { ...silence, ends: true }
  }
}

/** EPP (RFC 5730, RFC 5734). */
export const eppProtocol: Protocol = {
  open: greet,
  exchange,
  decoder: (maxFrameOctets) => new FrameDecoder(maxFrameOctets),
  encode: encodeFrame,
}

async function answer(registry: Registry, session: Session, bytes: Buffer): Promise<Reply> {
  const arrivedAt = registry.clock.elapsedMs()
  const policy = await registry.rules.policyAt(session.endpoint.name)
  const root = readOrRefuse(bytes)
  const clTRID = root instanceof Refusal ? undefined : findClTRID(root)
  const request = root instanceof Refusal ? root : requestOrRefusal(root)
  const message = { registry, session, policy, clTRID, request: maskSecrets(bytes.toString('utf8')) }
  const exceeded = request instanceof Refusal ? undefined : countMessage(session, request, policy, arrivedAt)
  const isCommand = !(request instanceof Refusal) && request.kind === 'command'
  const isOrdinary = exceeded === undefined && policy.reusedClTRID === 'allowed'
  const created = isCommand && isOrdinary ? await createInBatch(message, request) : undefined
  if (created) return created

  const { now, svTRID, nextDue, hasFaults } = await startExchange(registry.pool, registry.clock)
  if (nextDue !== null && nextDue <= now) await runDueJobs(registry.pool, now)
  const it = { ...message, now, svTRID }
  if (request instanceof Refusal) return refuse(it, undefined, request)
  if (request.kind === 'hello') return hello(it)
  // A logout is always accepted: it frees a session.
  if (exceeded && request.name !== 'logout') return refuse(it, request, new Refusal(2400, exceeded))
  const reused = await refuseReused(it, request)
  if (reused) return reused
  const fault = hasFaults
    ? await takeFault(registry.pool, request.name, request.objects, session.login?.registrar)
    : undefined
  return fault ? performWith(fault, it, request) : perform(it, request, undefined)
}

/** Refuses a clTRID that its registrar has used before, at an endpoint whose policy says so; undefined otherwise. */
async function refuseReused(it: Exchange, request: CommandRequest): Promise<Reply | undefined> {
  const { registry, session, policy, clTRID } = it
  if (clTRID === undefined || !session.login || policy.reusedClTRID === 'allowed') return undefined
  if (!(await isKnownClTRID(registry.pool, session.login.registrar, clTRID))) return undefined
  const reply = await refuse(it, request, new Refusal(2306, 'the clTRID was used before'))
  return policy.reusedClTRID === 'closed' ? { ...silence, ends: true } : reply
}

/** Applies a planted fault: the command is lost, refused, loses its session first, or its answer is corrupted. */
async function performWith(fault: Fault, it: Exchange, request: CommandRequest): Promise<Reply> {
  const { registry, session } = it
  if (fault.kind === 'drop-request') {
    await record(registry, registry.pool, auditEntry(it, request, undefined, undefined, fault))
    return silence
  }
  if (fault.code !== null && isResultCode(fault.code)) return refuse(it, request, new Refusal(fault.code), fault)
  if (fault.kind === 'end-session' && session.login) {
    session.endpoint.sessions.release(session.login.registrar)
    session.login = undefined
  }
  return perform(it, request, fault)
}

/** Counts a message towards its registrar's rate. Returns a text about the exceeded limit, if one is exceeded. */
function countMessage(
  session: Session,
  request: Request,
  policy: SessionPolicy,
  arrivedAt: number,
): string | undefined {
  const isCommand = request.kind === 'command'
  const registrar = session.login?.registrar ?? (isCommand ? registrarIn(request) : undefined)
  const isInSession = isCommand && session.login !== undefined && request.name !== 'logout'
  return registrar && session.endpoint.commands.count(registrar, arrivedAt, policy, isInSession)
}

async function hello(it: Exchange): Promise<Reply> {
  const message = writeGreeting(it.policy.serverId, servicesOf(it.policy), it.now)
  await record(it.registry, it.registry.pool, { ...auditEntry(it, undefined, undefined, message), command: 'hello' })
  return { ...silence, message }
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
    return readRequest(root, { prefixes, verbs, several, read })
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
