import { objectCommands, sessionCommands } from '../commands/commands'
import { refuseAgainstProfile } from '../commands/domain/profile'
import { OutcomeUnknown, inTransaction } from '../database/transaction'
import { dialectOf, ownServices, type Spoken } from '../dialects/dialects'
import type { Fault } from '../faults/fault.store'
import { Refusal } from '../model/result'
import { findNameRules } from '../objects/tld-rules.store'
import type { Answer, CommandContext } from '../protocol/command'
import type { CommandRequest } from '../protocol/request'
import { writeResponse } from '../protocol/response'
import { servicesAt, type Services } from '../sessions/services'
import type { SessionPolicy } from '../sessions/session-policy.store'
import type { Element } from '../xml/read'
import { auditEntry, record, type Exchange } from './message'
import { refuse, replyTo, type Reply } from './reply'

/** Carries out a command in a transaction of its own. A refusal rolls it back. Throws OutcomeUnknown. */
export async function perform(it: Exchange, request: CommandRequest, fault: Fault | undefined): Promise<Reply> {
  const { registry, session, policy, now, clTRID, svTRID } = it
  try {
    const response = await inTransaction(
      registry.pool,
      async (db) => {
        const rulesOf = memoized((name: string) => findNameRules(db, name))
        const { extensions } = request
        const services = servicesOf(policy)
        const context = { db, now, policy, services, session, clTRID, svTRID, extensions, rulesOf, fault: fault?.kind }
        const response = { ...(await execute(request, context)), clTRID, svTRID }
        return { ...response, message: writeResponse(response) }
      },
      (db, { code, message }) => record(registry, db, auditEntry(it, request, code, message, fault)),
    )
    return replyTo(response, fault)
  } catch (error) {
    if (error instanceof Refusal) return refuse(it, request, error, fault)
    if (error instanceof OutcomeUnknown) throw error
    registry.log.error({ err: error, command: request.name, svTRID }, 'a command failed')
    // A login that failed half-way may count as a session already, so its connection closes.
    return refuse(it, request, new Refusal(request.name === 'login' ? 2500 : 2400), fault)
  }
}

async function execute(request: CommandRequest, context: CommandContext): Promise<Answer> {
  const { name, payload, op, extensions } = request
  const sessionCommand = sessionCommands[name]
  if (sessionCommand) {
    refuseExtensions(extensions, sessionCommand.extensions)
    return sessionCommand.run(payload, context)
  }
  const { login } = context.session
  if (!login) throw new Refusal(2002, 'the session is not logged in')
  const services = new Set([...login.objectServices, ...login.extensions])
  if (name !== 'poll' && !services.has(payload.ns))
    throw new Refusal(2002, 'the login did not name this kind of object')
  const spoken = await dialectOf(request, context.policy.dialect, context.rulesOf)
  const { dialect, rules } = spoken
  const command = objectCommands[name]
  if (!command && !dialect) throw new Refusal(2101)
  refuseExtensions(extensions, supportedBy(spoken, request, command?.extensions), login.extensions)
  await refuseAgainstProfile(request, context, dialect?.extensions)
  const inSession = { ...context, registrar: login.registrar, op }
  const proceed = (
    changed: { readonly payload?: Element; readonly extensions?: CommandRequest['extensions'] } = {},
  ) => {
    if (!command) throw new Refusal(2101)
    return command.run(changed.payload ?? payload, { ...inSession, ...changed })
  }
  return dialect ? dialect.carryOut({ request, context: inSession, rules, proceed }) : proceed()
}

/** The services of an endpoint's greeting. */
export function servicesOf(policy: SessionPolicy): Services {
  return servicesAt(policy, ownServices(policy.endpoint, policy.dialect))
}

/** The extensions that a command takes, with those of its dialect. */
function supportedBy({ dialect }: Spoken, { name }: CommandRequest, ofRfcs: readonly string[] = []): readonly string[] {
  return [...ofRfcs, ...(dialect?.extensions.filter((extension) => dialect.takes(name, extension)) ?? [])]
}

/** An extension must be one that the command supports and the login chose (2103). */
function refuseExtensions(
  extensions: CommandRequest['extensions'],
  supported: readonly string[] = [],
  chosen: ReadonlySet<string> = new Set(supported),
): void {
  for (const [ns, extension] of extensions) {
    const offender = { ...extension, text: '' }
    if (!supported.includes(ns)) throw new Refusal(2103, 'the command does not take this extension', offender)
    if (!chosen.has(ns)) throw new Refusal(2103, 'the login did not name this extension', offender)
  }
}

/** Looks each name up once per command. */
function memoized<Found>(find: (name: string) => Promise<Found>): (name: string) => Promise<Found> {
  const found = new Map<string, Promise<Found>>()
  return (name) => {
    const known = found.get(name) ?? find(name)
    found.set(name, known)
    return known
  }
}
