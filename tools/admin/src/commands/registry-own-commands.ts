import { InvalidArgumentError, type Command } from 'commander'
import { orderRegistryCommand } from '@nameyard/contracts/domains/order-registry-command'
import { listRegistryCommands } from '@nameyard/contracts/registry/list-commands'
import type { Terminal } from '../terminal'

interface Order {
  readonly data: Record<string, never>
  readonly reason: string
}

/** Commands that only one registry has. */
export function registryOwnCommands(registry: Command, terminal: Terminal): void {
  registry
    .command('commands')
    .description('list the commands that only the registry of an extension has, each with the JSON Schema of its data')
    .argument('<extension>', 'such as be')
    .action((extension: string) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(listRegistryCommands, { extension })
        const lines = facts.commands.map(({ command, data }) => `${command}  ${JSON.stringify(data)}`)
        return { facts, lines: lines.length > 0 ? lines : [`${facts.account} has no commands of its own`] }
      }),
    )

  registry
    .command('order')
    .description(
      'order a command that only the registry of a domain has; the domain then follows what the registry shows',
    )
    .argument('<name>', 'domain of any account, in Unicode or A-labels')
    .argument('<command>', 'from the list of `commands`')
    .option('--data <json>', 'what the command needs, such as {"date":"2027-12-24"}', dataOf, {})
    .requiredOption('--reason <text>', 'why; recorded in the audit log')
    .action((name: string, command: string, { data, reason }: Order) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(orderRegistryCommand, { operator, name, command, data, reason })
        const { isDone, operationId, resellerId, status } = facts
        const done = `${command} of ${facts.name} of reseller ${resellerId} is done; the domain shows ${status}`
        const waiting = `the registry has not answered yet; operation ${operationId} goes on`
        return { facts, lines: [isDone ? done : waiting] }
      }),
    )
}

function dataOf(json: string): Record<string, never> {
  try {
    const given: unknown = JSON.parse(json)
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Record<string, never>
  } catch {
    // The sentence below says what is expected.
  }
  throw new InvalidArgumentError('It must be a JSON object, such as {"date":"2027-12-24"}.')
}
