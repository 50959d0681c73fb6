import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Payload } from '@nameyard/contracts/event'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { submitRegistryOperation } from '@nameyard/contracts/registry/submit-operation'
import type { Command } from '@nameyard/epp/command'
import { EppConnection } from '@nameyard/epp/connection'
import { CONTACT, DOMAIN, HOST, RGP, SECDNS } from '@nameyard/epp/namespaces'
import { sampled } from '@nameyard/testing/sampling'
import type { Platform } from './platform'

type Submission = Payload<typeof submitRegistryOperation>
type Intent<Kind extends Submission['kind']> = Omit<Extract<Submission, { kind: Kind }>['intent'], 'name'>

/** Submits an operation on a domain, optionally after another one; returns its identifier. */
export async function order<Kind extends Submission['kind']>(
  { domains }: Platform,
  kind: Kind,
  name: string,
  intent: Intent<Kind>,
  {
    operationId = randomUUID(),
    ...rest
  }: { readonly operationId?: string; readonly after?: string; readonly isRoutine?: boolean } = {},
): Promise<string> {
  const payload = {
    kind,
    operationId,
    ...rest,
    resellerId: 1,
    registryTld: name.slice(name.indexOf('.') + 1),
    object: name,
    intent: { name, ...intent },
  } as unknown as Submission
  const messageId = randomUUID()
  const message = { message: submitRegistryOperation, payload, correlationId: randomUUID(), messageId }
  await domains.publisher.publish([message])
  return operationId
}

/** Creates a domain for one year; returns the registry's view of it. */
export async function registered(platform: Platform, name: string): Promise<RegistryView> {
  const end = await platform.ended(await platform.submit(name))
  if (end.outcome !== 'done') throw new Error(`${name} was not registered: ${end.reason?.text}`)
  return end.registry
}

/** What happens to a command or its answer, with what the worker knows afterwards. */
const faults = {
  none: 'all',
  'drop-response': 'nothing',
  'drop-request': 'nothing',
  'close-before-answer': 'nothing',
  garbage: 'nothing that it can read',
  'wrong-trid': 'nothing that it can read',
} as const

type Fault = keyof typeof faults

let samples = 0

/**
 * The faults that happen to one command of a test file: none, and one of each kind, which the seed of the run chooses for
 * each command anew; in a whole run all.
 */
export function someFaults(): readonly Fault[] {
  const place = `${expect.getState().testPath} ${samples++} `
  return sampled(Object.keys(faults) as Fault[], 1, (fault) => faults[fault], place)
}

/** Plants the fault for the next command of that name on that object. */
export async function plant(platform: Platform, fault: Fault, command: string, object: string): Promise<void> {
  if (fault !== 'none') await platform.fault({ command, object, kind: fault })
}

/** The kinds of the registry's charges for a domain; refunds have a minus. */
export async function charges({ sql }: Platform, name: string): Promise<string[]> {
  const { rows } = await sql.query<{ kind: string; cents: string }>(
    `select kind, cents from sandbox_registry.charge where domain = $1 and registrar = 'nameyard' order by id`,
    [name],
  )
  return rows.map(({ kind, cents }) => (Number(cents) < 0 ? `-${kind}` : kind))
}

/** Another registrar of the same registry, with its own session; `finish` completes its commands for a dialect. */
export async function openRival(
  { eppPort, certificate }: Platform,
  {
    extURIs = [],
    finish = (command) => command,
    clientId = 'rival',
    password = 'rival-pw',
  }: {
    readonly extURIs?: readonly string[]
    readonly finish?: <Data>(command: Command<Data>) => Command<Data>
    readonly clientId?: string
    readonly password?: string
  } = {},
) {
  const session = await EppConnection.open({
    host: '127.0.0.1',
    port: eppPort,
    tls: { ca: readFileSync(certificate, 'utf8'), servername: 'localhost' },
    clientId,
    password,
    objURIs: [DOMAIN, CONTACT, HOST],
    extURIs: [RGP, SECDNS, ...extURIs],
    timeouts: { connectMs: 5_000, answerMs: 5_000 },
  })
  return {
    /** Sends a command that must succeed; returns its data. */
    async does<Data>(command: Command<Data>): Promise<Data> {
      const answer = await session.transact(finish(command), { clTRID: `rival-${randomUUID()}` })
      if (answer.outcome === 'refused') throw new Error(`${command.name}: ${answer.code} ${answer.results[0].msg}`)
      return answer.data as Data
    },
    close: () => session.logout(),
  }
}
export type Rival = Awaited<ReturnType<typeof openRival>>
