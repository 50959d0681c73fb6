import type { Command } from 'commander'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { wholeNumber } from '../arguments'
import { table, type Terminal } from '../terminal'

/** The audit log. */
export function auditCommands(program: Command, terminal: Terminal): void {
  program
    .command('audit')
    .description('the history of changes; no entry can be changed or deleted')
    .command('list')
    .description('list who changed what, newest first')
    .option('--reseller <number>', 'only entries of this account', wholeNumber)
    .option('--before <entry>', 'only entries before this one, for the next page')
    .option('--limit <number>', 'maximum number of rows', wholeNumber, 50)
    .action(({ reseller, before, limit }) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(readAuditLog, {
          limit,
          ...(reseller && { resellerId: reseller }),
          ...(before && { before }),
        })
        const rows = facts.entries.map(({ id, at, who, contactId, operation, subject, changes }) => [
          id,
          at,
          `${contactId === null ? 'operator' : 'contact'} ${who ?? ''}`.trim(),
          operation,
          subject,
          JSON.stringify(changes),
        ])
        return { facts, lines: table(['entry', 'when', 'who', 'operation', 'what', 'changes'], rows) }
      }),
    )
}
