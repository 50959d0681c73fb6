import type { ServiceName } from '@nameyard/contracts/operation'
import { Argument, type Command } from 'commander'
import { wholeNumber } from '../arguments'
import { table, type Terminal } from '../terminal'

const services = ['customers', 'domains', 'dns', 'orders', 'registry-worker'] as const satisfies ServiceName[]

/** Messages that services laid aside. */
export function deadLetterCommands(program: Command, terminal: Terminal): void {
  const letters = program.command('dead-letters').description('messages that a service could not handle')
  const service = () => new Argument('<service>').choices(services)
  letters
    .command('list')
    .description('list the oldest of them; they stay where they are')
    .addArgument(service())
    .option('--limit <number>', 'at most so many', wholeNumber, 100)
    .action((name, { limit }) =>
      terminal.run(async ({ deadLetters }) => {
        const found = await deadLetters.list(name, limit)
        const rows = found.map(({ messageId, message, correlationId, reason }) => [
          messageId,
          message,
          correlationId,
          reason,
        ])
        return { facts: { deadLetters: found }, lines: table(['id', 'message', 'correlation', 'reason'], rows) }
      }),
    )
  letters
    .command('redrive')
    .description('give them back to the service as if new: all, or those that are named')
    .addArgument(service())
    .option('--id <id...>', 'as the list names them')
    .action((name, { id }) =>
      terminal.run(async ({ deadLetters }) => {
        const redriven = await deadLetters.redrive(name, id)
        return { facts: { redriven }, lines: [`${redriven} given back`] }
      }),
    )
}
