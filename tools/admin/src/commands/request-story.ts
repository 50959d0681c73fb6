import type { Command } from 'commander'
import { inspectRegistryOperations } from '@nameyard/contracts/registry/inspect-operations'
import type { Operator } from '../operator'
import { messageSteps } from '../story/message-steps'
import { auditSteps, moneySteps, zoneSteps } from '../story/platform-steps'
import { registrySteps, type Operation } from '../story/registry-steps'
import type { Step } from '../story/step'
import type { Terminal } from '../terminal'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Everything that is stored about one request, in the order of time. */
export function requestStoryCommand(program: Command, terminal: Terminal): void {
  program
    .command('trace')
    .description('tell the story of a request: who asked, what changed, the messages, the money, and what followed')
    .argument('<request>', 'X-Request-Id of the answer, or the name of a domain for its last order')
    .option('--frames', 'print what was sent to registries and received; secrets are masked')
    .action((asked: string, { frames: withFrames = false }: { frames?: boolean }) =>
      terminal.run(async (platform) => {
        const request = await requestOf(platform, asked.toLowerCase())
        const { operations, story } =
          request === undefined ? { operations: [], story: [] } : await storyOf(platform, request)
        if (request === undefined || story.length === 0)
          return { facts: { operations: [], story: [] }, lines: [], failure: `Nothing of ${asked} is stored.` }
        return { facts: { request, operations, story }, lines: linesOf(request, operations, story, withFrames) }
      }),
    )
}

/** The request itself, or that of the last order of a domain. */
async function requestOf(platform: Operator, asked: string): Promise<string | undefined> {
  if (UUID.test(asked)) return asked
  const [last] = (await platform.ask(inspectRegistryOperations, { object: asked, limit: 1 })).operations
  return last?.request
}

async function storyOf(platform: Operator, request: string): Promise<{ operations: Operation[]; story: Step[] }> {
  // A request of a timer has an id of its own, which is not always a UUID.
  const { operations } = UUID.test(request)
    ? await platform.ask(inspectRegistryOperations, { request })
    : { operations: [] }
  const parts = await Promise.all([
    auditSteps(platform, request),
    moneySteps(
      platform,
      request,
      operations.map(({ operationId }) => operationId),
    ),
    zoneSteps(platform, request),
    messageSteps(platform, request),
    ...operations.map((operation) => registrySteps(platform, operation)),
  ])
  return { operations, story: parts.flat().sort((a, b) => Date.parse(a.at) - Date.parse(b.at)) }
}

function linesOf(
  request: string,
  [first]: readonly Operation[],
  story: readonly Step[],
  withFrames: boolean,
): string[] {
  return [
    `request ${request}${first ? ` of ${first.object}` : ''}`,
    ...story.flatMap(({ at, source, what, sent, received }) => [
      `${at}  ${source.padEnd(8)}  ${what}`,
      ...(withFrames && sent !== undefined ? ['>>>', sent] : []),
      ...(withFrames && received !== undefined ? ['<<<', received] : []),
    ]),
  ]
}
