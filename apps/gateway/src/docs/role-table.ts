import type { AnyOperation } from '@nameyard/contracts/operation'
import { everyRole } from '@nameyard/contracts/roles'

const introduction = `# Roles

Printed from the code by \`npm run golden\`; do not edit.

Each contact of an account has a role: \`admin\` (administrator), \`tech\` (technical), \`billing\` (money) or \`readonly\` (sees, and changes only its own password, second factors, sessions and marks of notices). \`GET /v1/auth/roles\` shows the own role.

- An account decides whether roles count: an administrator sends \`PUT /v1/auth/roles\` with \`{"is_enforced":true}\`. It holds within a second, also for tokens in use and for API keys, which have the role of the contact who made them. Before you switch it on, move programs that log in as \`billing\` to API keys. The operator can switch it on for a new account: \`npm run admin -- create-reseller --roles\`.
- Where it is off, \`tech\` and \`billing\` may do everything except manage people and API keys, read the audit trail and export the data of a customer: what only \`admin\` has in the table. \`readonly\` is always limited.
- \`billing\` and \`readonly\` do not see auth codes: their tokens lack the right \`transfer-codes\`.
- A refusal is 403 with code 4002 and names the roles that may call the operation.
- Only the operator creates administrators (\`npm run admin -- contacts create --role admin\`). The last administrator who can log in cannot be deleted, given another role, or lose API access (5004).`

/** The table of roles and operations as a page of the documentation. */
export function roleTable(operations: readonly AnyOperation[]): string {
  const rows = operations
    .filter(({ anonymous }) => !anonymous)
    .map(({ id, method, path, roles }) => [
      `\`${id}\``,
      `\`${method} ${path}\``,
      ...everyRole.map((role) => (roles.includes(role) ? 'yes' : '')),
    ])
    .sort(([a], [b]) => (a! < b! ? -1 : 1))
  const table = [['Operation', 'Request', ...everyRole.map((role) => `\`${role}\``)], ...rows]
  const widths = table[0]!.map((_, column) => Math.max(...table.map((cells) => cells[column]!.length)))
  const lines = table.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column]!)))
  const rule = widths.map((width) => '-'.repeat(width))
  const printed = [lines[0]!, rule, ...lines.slice(1)].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  return `${introduction}\n\n## Roles and operations\n\n${printed}\n`
}
