import { Argument, type Command } from 'commander'
import { services } from '@nameyard/contracts/operation'
import { wholeNumber } from '../arguments'
import { table, type Terminal } from '../terminal'

/** Messages that services could not handle. */
export function deadLetterCommands(program: Command, terminal: Terminal): void {
  const letters = program.command('dead-letters').description('messages that a service could not handle')
  const service = () => new Argument('<service>').choices(services)
  letters
    .command('list')
    .description('list the oldest dead letters of a service')
    .addArgument(service())
    .option('--limit <number>', 'maximum number of rows', wholeNumber, 100)
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
    .description('send dead letters to the service again: all, or the given ones')
    .addArgument(service())
    .option('--id <id...>', 'ids from the list')
    .action((name, { id }) =>
      terminal.run(async ({ deadLetters }) => {
        const redriven = await deadLetters.redrive(name, id)
        return { facts: { redriven }, lines: [`${redriven} redriven`] }
      }),
    )
  letters
    .command('remove')
    .description('remove dead letters that can never be handled, and print them')
    .addArgument(service())
    .requiredOption('--id <id...>', 'ids from the list')
    .action((name, { id }) =>
      terminal.run(async ({ deadLetters }) => {
        const removed = await deadLetters.remove(name, id)
        return { facts: { removed }, lines: removed.map((letter) => JSON.stringify(letter)) }
      }),
    )
  letters
    .command('adopt')
    .description('move the dead letters of an earlier release to the queues of this one; only for a fixed topology')
    .action(() =>
      terminal.run(async ({ deadLetters }) => {
        let adopted = 0
        for (const name of services) adopted += await deadLetters.adopt(name)
        return { facts: { adopted }, lines: [`${adopted} adopted`] }
      }),
    )
}
