import { removeDomain } from '@nameyard/contracts/domains/remove-domain'
import type { Command } from 'commander'
import type { Terminal } from '../terminal'

/** What is done to a domain whatever account has it. */
export function domainCommands(program: Command, terminal: Terminal): void {
  program
    .command('domain')
    .description('domains of all accounts')
    .command('remove')
    .description('delete a domain at its registry, past its soft quarantine; its account sees that policy removed it')
    .argument('<name>', 'whole name, in either spelling')
    .requiredOption('--reason <text>', 'why; kept in the audit log')
    .action((name: string, { reason }: { reason: string }) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(removeDomain, { operator, name, reason })
        return { facts, lines: [`${facts.name} of reseller ${facts.resellerId} is removed and shows ${facts.status}`] }
      }),
    )
}
