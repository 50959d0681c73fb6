import type { Command } from 'commander'
import { listTokens } from '@nameyard/contracts/access/list-tokens'
import { revokeTokens } from '@nameyard/contracts/access/revoke-tokens'
import { table, type Terminal } from '../terminal'

/** Tokens of contact persons. */
export function tokenCommands(program: Command, terminal: Terminal): void {
  const tokens = program.command('tokens').description('the tokens that logins issued')
  tokens
    .command('list')
    .description('list the valid tokens of a person, newest first')
    .argument('<username>')
    .action((username) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(listTokens, { username })
        const rows = facts.tokens.map(({ id, createdAt, expiresAt, boundTo, scope }) => [
          id,
          createdAt,
          expiresAt,
          boundTo ?? 'anywhere',
          scope.join(','),
        ])
        return { facts, lines: table(['token', 'since', 'until', 'from', 'scope'], rows) }
      }),
    )
  tokens
    .command('revoke')
    .description('revoke all tokens of a person, or one; they stop working within a second')
    .argument('<username>')
    .option('--id <token>', 'id from the list')
    .action((username, { id }) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(revokeTokens, { operator, username, ...(id && { id }) })
        return { facts, lines: [`${facts.revoked} revoked`] }
      }),
    )
}
