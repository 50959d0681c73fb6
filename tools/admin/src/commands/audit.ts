import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { readAuditChain } from '@nameyard/contracts/audit/export-audit-trail'
import { inWords, verifyExport, type Verified } from '../../verify-audit-export.cjs'
import { wholeNumber } from '../arguments'
import type { Operator } from '../operator'
import { table, type Terminal } from '../terminal'

/** The audit trail. */
export function auditCommands(program: Command, terminal: Terminal): void {
  const audit = program.command('audit').description('the history of changes; no entry can be changed or deleted')
  audit
    .command('list')
    .description('list who changed what, newest first')
    .option('--reseller <number>', 'only entries of this account', wholeNumber)
    .option('--event <id>', 'only this event, such as domains.delete')
    .option('--subject <text>', 'only entries about this object, such as "domain example.com"')
    .option('--contact <number>', 'only what this contact has done', wholeNumber)
    .option('--key <number>', 'only what was done with this API key', wholeNumber)
    .option('--request <id>', 'only what this request has caused: X-Request-Id of its answer')
    .option('--from <instant>', 'only entries recorded then or later, such as 2026-11-01T00:00:00Z')
    .option('--to <instant>', 'only entries recorded before')
    .option('--before <entry>', 'only entries before this one, for the next page')
    .option('--limit <number>', 'maximum number of rows', wholeNumber, 50)
    .action(({ reseller, event, subject, contact, key, request, from, to, before, limit }) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(readAuditLog, {
          limit,
          resellerId: reseller,
          event,
          subject,
          contactId: contact,
          keyId: key,
          request,
          from,
          to,
          before,
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
  audit
    .command('export')
    .description('print the trail of an account, or of the platform, as lines of JSON that anybody can verify')
    .option('--reseller <number>', 'the account; without it, the platform', wholeNumber)
    .action(({ reseller }) =>
      terminal.run(async (platform) => {
        const lines = await linesOf(platform, reseller)
        return { facts: { lines }, lines }
      }),
    )
  audit
    .command('verify')
    .description('compare the trails with heads that others hold: shows whether entries were altered since then')
    .option('--heads <file...>', 'files with signed heads, or exports: their accounts are verified')
    .option('--archive <file...>', 'files of archived months, to compare them with the hashes of the trails')
    .option('--reseller <number>', 'verify this account', wholeNumber)
    .option('--key <file...>', 'public keys in PEM; only their heads count')
    .action(({ heads: files = [], archive = [], reseller, key: keyFiles = [] }) =>
      terminal.run(async (platform) => {
        const heads = (files as string[]).flatMap((file) => readFileSync(file, 'utf8').split('\n'))
        const archives = (archive as string[]).flatMap((file) => readFileSync(file, 'utf8').split('\n'))
        const keys = (keyFiles as string[]).map((file) => readFileSync(file, 'utf8'))
        const accounts = reseller === undefined ? accountsOf(heads) : [reseller as number]
        const verified: Verified[] = []
        for (const account of accounts) {
          const lines = await linesOf(platform, account === 0 ? undefined : account)
          verified.push({ ...verifyExport(lines, { heads, archives, ...(keys.length > 0 && { keys }) }), account })
        }
        const altered = verified.filter(({ problems }) => problems.length > 0).length
        return {
          facts: { trails: verified },
          lines: verified.length === 0 ? ['no trail to verify'] : [...new Set(verified.flatMap(inWords))],
          ...(altered > 0 && { failure: `${altered} of ${verified.length} trails were altered.` }),
        }
      }),
    )
}

/** The lines of the export of an account, or of the platform. */
async function linesOf(platform: Operator, resellerId: number | undefined): Promise<string[]> {
  const lines: string[] = []
  let after: number | null = 0
  while (after !== null) {
    const { ndjson, next_after }: { ndjson: string; next_after: number | null } = await platform.ask(readAuditChain, {
      resellerId,
      after,
    })
    lines.push(...ndjson.split('\n').filter((line) => line !== ''))
    after = next_after
  }
  return lines
}

/** The accounts of heads; 0 is the platform. The platform without any head. */
function accountsOf(heads: readonly string[]): number[] {
  const accounts = heads.flatMap((line) => {
    const text = line.includes('"type":"head"') ? (JSON.parse(line) as { head: string }).head : undefined
    return text === undefined ? [] : [(JSON.parse(text) as { account: number }).account]
  })
  return accounts.length === 0 ? [0] : [...new Set(accounts)]
}
