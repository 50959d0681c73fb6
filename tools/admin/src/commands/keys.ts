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
      'print a new LINK_SECRET: put it before the one of now, with a comma between them, for every process of customers ' +
        'and start them anew. The first signs and all work: when the last links of the old one have expired, after ' +
        'EMAIL_VERIFICATION_DAYS, take it away. Were it taken away at once, links in mails would stop working.',
    )
    .action(() => {
      const secret = randomBytes(32).toString('base64url')
      terminal.show({ facts: { LINK_SECRET: secret }, lines: [`LINK_SECRET=${secret}`] })
    })
}
