import type { Command } from 'commander'
import type { Result } from '@nameyard/contracts/operation'
import { failRegistryOperation } from '@nameyard/contracts/registry/fail-operation'
import { inspectRegistryOperations } from '@nameyard/contracts/registry/inspect-operations'
import { inspectTranscripts } from '@nameyard/contracts/registry/inspect-transcripts'
import { retryRegistryOperation } from '@nameyard/contracts/registry/retry-operation'
import { wholeNumber } from '../arguments'
import { table, type Terminal } from '../terminal'

const ID = 'id of the operation, from the list'
const REASON = 'why; recorded in the audit log'

interface Filter {
  readonly account?: string
  readonly object?: string
  readonly stuck?: boolean
  readonly limit: number
}

/** Operations at registries, and what was sent for them. */
export function registryOperationCommands(registry: Command, terminal: Terminal): void {
  registry
    .command('operations')
    .description('list unfinished operations, oldest first; with --object all operations of it, newest first')
    .option('--stuck', 'only those that do not go on by themselves: since when, why, and what to do')
    .option('--account <account>', 'only of this account')
    .option('--object <name>', 'only of this domain, contact or host')
    .option('--limit <number>', 'at most this many', wholeNumber, 100)
    .action(({ stuck: isStuck = false, account, object, limit }: Filter) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(inspectRegistryOperations, { account, object, isStuck, limit })
        return { facts, lines: isStuck ? stuckLines(facts) : operationLines(facts) }
      }),
    )

  registry
    .command('retry')
    .description('continue an operation now; the registry is asked about what was sent before anything is sent again')
    .argument('<operation>', ID)
    .requiredOption('--reason <text>', REASON)
    .action((operationId: string, { reason }: { reason: string }) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(retryRegistryOperation, { operationId, reason })
        return { facts, lines: [`the operation on ${facts.object} at ${facts.account} continues`] }
      }),
    )

  registry
    .command('fail')
    .description(
      'end an operation as failed; sends nothing more for it, and first asks the registry about what was sent',
    )
    .argument('<operation>', ID)
    .requiredOption('--reason <text>', REASON)
    .option('--unasked', 'fail at once, although a command was sent and its outcome is unknown')
    .action((operationId: string, { reason, unasked: isUnasked = false }: { reason: string; unasked?: boolean }) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(failRegistryOperation, { operationId, reason, isUnasked })
        const on = `the operation on ${facts.object} at ${facts.account}`
        const outcome = facts.hasFailed ? 'has failed' : 'fails unless the registry shows that it was carried out'
        return { facts, lines: [`${on} ${outcome}`] }
      }),
    )

  registry
    .command('transcripts')
    .description('print the EPP commands and answers of a domain or an operation, newest first; secrets are masked')
    .argument('[object]', 'name of a domain, contact or host')
    .option('--operation <id>', 'of this operation')
    .option('--account <account>', 'only at this account')
    .option('--limit <number>', 'at most this many commands', wholeNumber, 20)
    .action((object: string | undefined, { operation: operationId, account, limit }: TranscriptFilter) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(inspectTranscripts, { object, operationId, account, limit })
        return { facts, lines: facts.transcripts.length === 0 ? ['nothing was sent'] : transcriptLines(facts) }
      }),
    )
}

interface TranscriptFilter {
  readonly operation?: string
  readonly account?: string
  readonly limit: number
}

type Operations = Result<typeof inspectRegistryOperations>

function operationLines({ operations }: Operations): string[] {
  const rows = operations.map(({ operationId, account, kind, object, state, attempts, submittedAt, stuck, text }) => [
    operationId,
    account,
    kind,
    object,
    state,
    submittedAt,
    String(attempts),
    stuck ? `stuck: ${stuck.why}` : (text ?? ''),
  ])
  const head = ['operation', 'account', 'kind', 'object', 'state', 'submitted', 'attempts', '']
  return [...table(head, rows), `${rows.length} operations`]
}

function stuckLines({ operations }: Operations): string[] {
  const blocks = operations.map(({ operationId, account, kind, object, stuck, isToFail }) => [
    `${operationId}  ${kind} of ${object} at ${account}`,
    `  since ${stuck?.since ?? ''}${isToFail ? ', to fail unless it was carried out' : ''}`,
    `  ${stuck?.why ?? ''}`,
    `  ${stuck?.todo ?? ''}`,
  ])
  return [...blocks.flat(), `${operations.length} operations are stuck`]
}

const transcriptLines = ({ transcripts }: Result<typeof inspectTranscripts>): string[] =>
  transcripts.flatMap(({ preparedAt, answeredAt, command, object, account, state, code, sent, received }) => [
    `${preparedAt}  ${command} ${object} at ${account}: ${state}${code === undefined ? '' : ` ${code}`}`,
    ...(sent === undefined ? [] : ['>>>', sent]),
    ...(received === undefined ? [] : [`<<< ${answeredAt ?? ''}`.trimEnd(), received]),
    '',
  ])
