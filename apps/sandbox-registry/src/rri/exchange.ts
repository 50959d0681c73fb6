import { insertAudit, isCarriedOut, type AuditEntry } from '../audit/audit.store'
import { OutcomeUnknown, inTransaction } from '../database/transaction'
import { takeFault, type Fault } from '../faults/fault.store'
import { runDueJobs } from '../jobs/run-due-jobs'
import { Refusal, isResultCode, type ResultCode } from '../model/result'
import { findNameRules } from '../objects/tld-rules.store'
import { startExchange } from '../server/exchange.store'
import type { Protocol } from '../server/protocol'
import type { Registry } from '../server/registry'
import { silence, spoiled, type Reply } from '../server/reply'
import type { Session } from '../sessions/session'
import type { SessionPolicy } from '../sessions/session-policy.store'
import { authInfoCommands } from './auth-info'
import { refuseOddFields, type RriCommand, type RriResult } from './command'
import { contactCommands } from './contact-commands'
import { domainCommands } from './domain-commands'
import { SERVED } from './domain-fields'
import { encodeRri, RriDecoder } from './frame'
import { logIn } from './log-in'
import { queueCommands } from './queue-commands'
import { refusalOf, RriRefusal } from './refusal'
import { maskSecrets, readRequest, writeAnswer, type Fields, type Line } from './text'

/** RRI 5.0 in the key/value form (DENIC-29): the server waits for the client to speak first. */
export const rriProtocol: Protocol = {
  open: async ({ rules }, { endpoint }) => ({ policy: await rules.policyAt(endpoint.name) }),
  exchange,
  decoder: (maxFrameOctets) => new RriDecoder(maxFrameOctets),
  encode: encodeRri,
}

const VERSION = '5.0'
const login: RriCommand = { name: 'login', isChange: false, keywords: { user: 'one', password: 'one' }, run: none }
const logout: RriCommand = { name: 'logout', isChange: false, keywords: {}, run: none }

/** A request with all that its answer needs. */
interface Asked {
  readonly registry: Registry
  readonly session: Session
  readonly policy: SessionPolicy
  readonly text: string
  readonly fields: Fields
  readonly command: RriCommand | undefined
  readonly now: Date
  readonly svTRID: string
}

/** Answers one request. An effect and its audit entry are committed together, before the answer is sent. Never throws. */
async function exchange(registry: Registry, session: Session, bytes: Buffer): Promise<Reply> {
  try {
    return await answer(registry, session, bytes)
  } catch (error) {
    registry.log.error({ err: error, session: session.id }, 'an exchange failed outside its command')
    return { ...silence, ends: true }
  }
}

async function answer(registry: Registry, session: Session, bytes: Buffer): Promise<Reply> {
  const { pool, rules } = registry
  const policy = await rules.policyAt(session.endpoint.name)
  const { now, svTRID, nextDue, hasFaults } = await startExchange(pool, registry.clock)
  if (nextDue !== null && nextDue <= now) await runDueJobs(pool, now)
  const text = bytes.toString('utf8')
  const read = fieldsOr(text)
  const fields = read instanceof RriRefusal ? new Map<string, readonly string[]>() : read
  const asked = { registry, session, policy, text, fields, command: commandOf(fields), now, svTRID }
  const { command } = asked
  if (read instanceof RriRefusal) return refuse(asked, read)
  if (fields.get('version')?.[0] !== VERSION) return refuse(asked, new RriRefusal('semantics', `version ${VERSION}`))
  if (!command) return refuse(asked, new RriRefusal('semantics', 'action'))
  // The registry ends sessions without a login.
  if (!session.login && command !== login) return { ...silence, ends: true }
  const fault = hasFaults ? await takeFault(pool, command.name, objectsOf(fields), session.login?.registrar) : undefined
  if (fault?.kind === 'drop-request') {
    await record(asked, undefined, undefined, fault)
    return silence
  }
  if (fault?.kind === 'end-session') return { ...silence, ends: true }
  if (fault && fault.code !== null && isResultCode(fault.code)) return refuse(asked, refusalOf(fault.code), fault)
  return perform(asked, command, fault)
}

/** Carries out a command in a transaction of its own. A refusal rolls it back. */
async function perform(asked: Asked, command: RriCommand, fault: Fault | undefined): Promise<Reply> {
  const { registry, svTRID } = asked
  try {
    const text = await inTransaction(
      registry.pool,
      async (db) => {
        const { lines = [], blocks = [] } = await execute(asked, command, db)
        return writeAnswer(headOf(asked, [['RESULT', 'success']]), lines, blocks)
      },
      (db, message) => insertAudit(db, entryOf(asked, 1000, message, fault)),
    )
    return reply(asked, text, command === logout, fault)
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw error
    if (error instanceof RriRefusal) return refuse(asked, error, fault)
    if (error instanceof Refusal) return refuse(asked, refusalOf(error.code), fault)
    registry.log.error({ err: error, command: command.name, svTRID }, 'a command failed')
    return refuse(asked, new RriRefusal('failed'), fault)
  }
}

async function execute(
  { session, policy, fields, now, svTRID }: Asked,
  command: RriCommand,
  db: Parameters<typeof findNameRules>[0] & Parameters<typeof logIn>[1],
): Promise<RriResult> {
  refuseOddFields(fields, command)
  if (command === login) {
    await logIn(fields, db, session, policy)
    return {}
  }
  if (command === logout) return {}
  const { registrar } = session.login!
  const ctid = fields.get('ctid')?.[0]
  if (ctid !== undefined) {
    if (ctid.length < 3 || ctid.length > 64) throw new RriRefusal('semantics', 'ctid')
    if (await isCarriedOut(db, registrar, ctid)) throw new RriRefusal('ctid', ctid)
  }
  const rules = await findNameRules(db, `any.${SERVED}`)
  if (!rules) throw new Error(`the TLD ${SERVED} has no rules`)
  return command.run(fields, { db, now, registrar, svTRID, rules })
}

async function refuse(asked: Asked, refusal: RriRefusal, fault?: Fault): Promise<Reply> {
  const result = refusal.kind === 'failed' ? 'exception' : 'failed'
  const head = headOf(asked, [
    ['RESULT', result],
    ['ERROR', refusal.line],
  ])
  const text = writeAnswer(head, [], [])
  await record(asked, refusal.code, text, fault)
  const answered = reply(asked, text, refusal.kind === 'sessions', fault)
  return { ...answered, delayMs: answered.delayMs + asked.policy.errorPenaltyMs }
}

/** The first lines. The CTID is repeated when the request could be read. */
function headOf({ fields, svTRID }: Asked, [result, ...others]: readonly Line[]): readonly Line[] {
  const ctid = fields.get('ctid')?.[0]
  return [
    result!,
    ['STID', `00000000-0000-0000-0000-${svTRID}`],
    ...(ctid === undefined ? [] : [['CTID', ctid] as const]),
    ['INFO', '13000000011 Request was processed in test environment - not valid in real world [sandbox]'],
    ...others,
  ]
}

function reply(asked: Asked, message: string, ends: boolean, fault: Fault | undefined): Reply {
  return spoiled({ ...silence, message, ends }, fault, () => message.replace(/^CTID: /m, 'CTID: not-'))
}

function record(
  asked: Asked,
  code: ResultCode | undefined,
  response: string | undefined,
  fault?: Fault,
): Promise<void> {
  return insertAudit(asked.registry.pool, entryOf(asked, code, response, fault))
}

function entryOf(
  { session, fields, command, text, now, svTRID }: Asked,
  code: ResultCode | undefined,
  response: string | undefined,
  fault: Fault | undefined,
): AuditEntry {
  return {
    at: now,
    session: session.id,
    registrar: session.login?.registrar,
    command: command?.name,
    objects: objectsOf(fields),
    clTRID: fields.get('ctid')?.[0],
    svTRID,
    code,
    fault: fault?.kind,
    request: maskSecrets(text),
    response: response === undefined ? undefined : maskSecrets(response),
  }
}

function fieldsOr(text: string): Fields | RriRefusal {
  try {
    return readRequest(text)
  } catch (error) {
    if (error instanceof RriRefusal) return error
    throw error
  }
}

/** Requests about contacts and about domains have the same actions: the handle tells them apart. */
function commandOf(fields: Fields): RriCommand | undefined {
  const action = fields.get('action')?.[0]?.toUpperCase() ?? ''
  if (action === 'LOGIN') return login
  if (action === 'LOGOUT') return logout
  if (fields.has('handle')) return contactCommands[action]
  return domainCommands[action] ?? authInfoCommands[action] ?? queueCommands[action]
}

function objectsOf(fields: Fields): readonly string[] {
  const [object] = fields.get('handle') ?? fields.get('domain-ace') ?? fields.get('domain') ?? fields.get('msgid') ?? []
  return object === undefined || object.length > 255 ? [] : [fields.has('handle') ? object : object.toLowerCase()]
}

function none(): Promise<RriResult> {
  return Promise.resolve({})
}
