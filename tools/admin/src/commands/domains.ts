import type { Command } from 'commander'
import { removeDomain } from '@nameyard/contracts/domains/remove-domain'
import type { Terminal } from '../terminal'

/** Commands for a domain of any account. */
export function domainCommands(program: Command, terminal: Terminal): void {
  program
    .command('domain')
    .description('domains of all accounts')
    .command('remove')
    .description('delete a domain at its registry, without soft quarantine; its account sees the reason "policy"')
    .argument('<name>', 'whole name, in Unicode or A-labels')
    .requiredOption('--reason <text>', 'why; recorded in the audit log')
    .action((name: string, { reason }: { reason: string }) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(removeDomain, { operator, name, reason })
        return { facts, lines: [`${facts.name} of reseller ${facts.resellerId} is removed and shows ${facts.status}`] }
      }),
    )
}
