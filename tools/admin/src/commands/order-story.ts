import type { Command } from 'commander'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import type { Result } from '@nameyard/contracts/operation'
import { getStatement } from '@nameyard/contracts/orders/get-statement'
import { inspectRegistryOperations } from '@nameyard/contracts/registry/inspect-operations'
import { inspectTranscripts } from '@nameyard/contracts/registry/inspect-transcripts'
import type { Operator } from '../operator'
import type { Terminal } from '../terminal'

/** One step of the story of an order. */
interface Step {
  /** ISO 8601. */
  readonly at: string
  readonly source: 'account' | 'money' | 'registry'
  readonly what: string
  /** The frames of a command, secrets masked. */
  readonly sent?: string | undefined
  readonly received?: string | undefined
}

type Operation = Result<typeof inspectRegistryOperations>['operations'][number]

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const DAY_MS = 86_400_000

/** Everything that is stored about one order, in the order of time. */
export function orderStoryCommand(program: Command, terminal: Terminal): void {
  program
    .command('trace')
    .description('tell the story of an order: who asked, the money, and what was sent to the registry')
    .argument('<request>', 'X-Request-Id of the answer, or the name of a domain for its last order')
    .option('--frames', 'print what was sent and received; secrets are masked')
    .action((asked: string, { frames: withFrames = false }: { frames?: boolean }) =>
      terminal.run(async (platform) => {
        const operations = await operationsOf(platform, asked.toLowerCase())
        const [first] = operations
        if (!first)
          return { facts: { operations: [], story: [] }, lines: [], failure: `No order of ${asked} is stored.` }
        const parts = await Promise.all(operations.map((operation) => storyOf(platform, operation)))
        const asking = await askedBy(platform, first)
        const story = [...asking, ...parts.flat()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
        return { facts: { request: first.request, operations, story }, lines: linesOf(first, story, withFrames) }
      }),
    )
}

async function operationsOf(platform: Operator, asked: string): Promise<readonly Operation[]> {
  if (UUID.test(asked)) return (await platform.ask(inspectRegistryOperations, { request: asked })).operations
  const [last] = (await platform.ask(inspectRegistryOperations, { object: asked, limit: 1 })).operations
  return last ? (await platform.ask(inspectRegistryOperations, { request: last.request })).operations : []
}

/** Who asked, as the audit trail says. Nobody did for what the platform does by itself, such as a renewal. */
async function askedBy(platform: Operator, { request, resellerId, object }: Operation): Promise<Step[]> {
  const { entries } = await platform.ask(readAuditLog, { resellerId, subject: `domain ${object}`, limit: 1000 })
  return entries
    .filter(({ correlationId }) => correlationId === request)
    .map(({ at, operation, who, contactId, keyId }) => {
      const person = contactId === null ? `operator ${who ?? ''}` : `contact ${contactId} ${who ?? ''}`
      const key = keyId === null ? '' : ` with key ${keyId}`
      return { at, source: 'account', what: `${operation} by ${person.trim()}${key} of account ${resellerId}` }
    })
}

async function storyOf(platform: Operator, operation: Operation): Promise<Step[]> {
  const { operationId, account, kind, object, state, submittedAt, settledAt, attempts, text, stuck } = operation
  const { transcripts } = await platform.ask(inspectTranscripts, { operationId, limit: 500 })
  const about = `${kind} of ${object}`
  const end = settledAt ?? stuck?.since
  const why = stuck?.why ?? text
  return [
    { at: submittedAt, source: 'registry', what: `${about} at ${account} begins, operation ${operationId}` },
    ...transcripts.map(
      ({ preparedAt, answeredAt, command, object: on, state: sentState, code, sent, received }): Step => {
        const answered = answeredAt ? ` at ${answeredAt}` : ''
        const outcome = `${sentState}${code === undefined ? '' : ` ${code}`}`
        return { at: preparedAt, source: 'registry', what: `${command} ${on}: ${outcome}${answered}`, sent, received }
      },
    ),
    ...(end === undefined
      ? []
      : [
          {
            at: end,
            source: 'registry' as const,
            what: `${about} is ${settledAt ? state : `stuck (${state})`}, attempts: ${attempts}${why ? `: ${why}` : ''}`,
          },
        ]),
    ...(await moneyOf(platform, operation)),
  ]
}

/** The movements of the order, from the day before it until the day after its end. */
async function moneyOf(
  platform: Operator,
  { operationId, resellerId, submittedAt, settledAt }: Operation,
): Promise<Step[]> {
  const from = wireInstant(Date.parse(submittedAt) - DAY_MS)
  const to = settledAt === undefined ? '9999-12-31 00:00:00' : wireInstant(Date.parse(settledAt) + DAY_MS)
  const found: Step[] = []
  for (let offset = 0, total = 1; offset < total; offset += 1000) {
    const page = await platform.ask(getStatement, { resellerId, from, to, limit: 1000, offset })
    total = page.total
    for (const { at, kind, balance, reservedBalance, orderId } of page.movements) {
      if (orderId !== operationId) continue
      const what = `${kind}: balance ${signed(balance)}, reserved ${signed(reservedBalance)} ${page.currency}`
      found.push({ at: `${at.replace(' ', 'T')}Z`, source: 'money', what })
    }
  }
  return found
}

const wireInstant = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')
const signed = (amount: number) => `${amount > 0 ? '+' : ''}${amount}`

function linesOf({ request, object }: Operation, story: readonly Step[], withFrames: boolean): string[] {
  return [
    `request ${request} of ${object}`,
    ...story.flatMap(({ at, source, what, sent, received }) => [
      `${at}  ${source.padEnd(8)}  ${what}`,
      ...(withFrames && sent !== undefined ? ['>>>', sent] : []),
      ...(withFrames && received !== undefined ? ['<<<', received] : []),
    ]),
  ]
}
