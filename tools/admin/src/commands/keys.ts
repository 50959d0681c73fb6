import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import type { Terminal } from '../terminal'

/** Secrets that services sign with. */
export function keyCommands(program: Command, terminal: Terminal): void {
  program
    .command('keys')
    .description('secrets that services sign with; they live in the settings of the services')
    .command('new-link-secret')
    .description(
      'print a new LINK_SECRET: set it for every process of customers and start them anew. Links in mails that are ' +
        'under way stop working; whoever still needs one is sent another when the verification is restarted.',
    )
    .action(() => {
      const secret = randomBytes(32).toString('base64url')
      terminal.show({ facts: { LINK_SECRET: secret }, lines: [`LINK_SECRET=${secret}`] })
    })
}
