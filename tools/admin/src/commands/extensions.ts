import type { Command } from 'commander'
import { stringify } from 'yaml'
import { extensionRecord, type ExtensionRecordGiven } from '@nameyard/contracts/domains/extension-record'
import { findExtension } from '@nameyard/contracts/domains/find-extension'
import { listExtensions } from '@nameyard/contracts/domains/list-extensions'
import { putExtension } from '@nameyard/contracts/domains/put-extension'
import { retireExtension } from '@nameyard/contracts/domains/retire-extension'
import type { Result } from '@nameyard/contracts/operation'
import { assignment, differences, merged, recordFile, type Fields } from '../extension-file'
import { table, type Terminal } from '../terminal'
import { extensionSync } from './extension-sync'

const FROM = ['--from <instant>', 'ISO 8601, such as 2027-01-01T00:00:00Z; not in the past (default: now)'] as const
const AT = ['--at <instant>', 'ISO 8601, such as 2027-01-01T00:00:00Z (default: now)'] as const
const SET = ['--set <field=value>', 'a field, such as periods.max=2; may be repeated', assignment, {}] as const

interface Given {
  readonly from?: string
  readonly set: Fields
}

const dated = (from: string | undefined) => (from === undefined ? {} : { effectiveFrom: from })
const asOf = (at: string | undefined) => (at === undefined ? {} : { at })

/** The extensions of the catalogue. */
export function extensionCommands(tld: Command, terminal: Terminal): void {
  tld
    .command('add')
    .description('add an extension from a file, from flags, or from both; what is left out has its default')
    .argument('[file]', 'the record, in JSON or YAML', recordFile)
    .option(...SET)
    .option(...FROM)
    .action((file: Fields | undefined, { set, from }: Given) =>
      terminal.run(async (platform) => {
        const record = merged(file ?? {}, set) as ExtensionRecordGiven
        const facts = await platform.ask(putExtension, { isNew: true, ...dated(from), record })
        return { facts, lines: [settingOf(facts)] }
      }),
    )

  tld
    .command('set')
    .description('change an extension from an instant on; fields that are left out stay, and null is the default')
    .argument('<extension>', 'such as com')
    .argument('[file]', 'the fields to change, in JSON or YAML', recordFile)
    .option(...SET)
    .option(...FROM)
    .action((suffix: string, file: Fields | undefined, { set, from }: Given) =>
      terminal.run(async (platform) => {
        const { inForce } = await platform.ask(findExtension, { suffix, ...asOf(from) })
        const record = merged(merged(inForce.record, file ?? {}), set) as ExtensionRecordGiven
        const changes = differences(inForce.record, record)
        if (changes.length === 0) return { facts: { suffix }, lines: ['nothing is changed'] }
        const facts = await platform.ask(putExtension, { isNew: false, ...dated(from), record })
        return { facts, lines: [...tableOf(changes, 'was', 'becomes'), settingOf(facts)] }
      }),
    )

  tld
    .command('show')
    .description('show the rules of an extension at an instant, and since when they hold')
    .argument('<extension>', 'such as com')
    .option(...AT)
    .action((suffix: string, { at }: { at?: string }) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(findExtension, { suffix, ...asOf(at) })
        return { facts, lines: linesOf(facts) }
      }),
    )

  tld
    .command('list')
    .description('list the extensions of the catalogue')
    .argument('[pattern]', 'such as com, or *.au')
    .option('--sold', 'only those that are sold')
    .option('--unverified', 'only those whose rules nobody has confirmed')
    .option(...AT)
    .action((pattern: string | undefined, { sold = false, unverified = false, at }) =>
      terminal.run(async (platform) => {
        const all = await platform.ask(listExtensions, asOf(at))
        const isMatch = matcher(pattern)
        const extensions = all.extensions.filter(
          (each) => isMatch(each.suffix) && (!sold || each.obstacle === undefined) && (!unverified || !each.verified),
        )
        const rows = extensions.map(({ suffix, account = '', dialect, obstacle, verified, isShipped }) => [
          `.${suffix}`,
          account,
          dialect,
          isShipped ? 'release' : 'operator',
          verified ? 'verified' : '',
          obstacle ?? 'sold',
        ])
        return {
          facts: { ...all, extensions },
          lines: [
            ...table(['extension', 'account', 'dialect', 'rules of', '', 'state'], rows),
            `${rows.length} extensions`,
          ],
        }
      }),
    )

  tld
    .command('retire')
    .description('do not sell an extension any more; its domains stay and keep its rules')
    .argument('<extension>', 'such as com')
    .option(...FROM)
    .action((suffix: string, { from }: { from?: string }) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(retireExtension, { suffix, ...dated(from) })
        return { facts, lines: [`.${facts.suffix} is not sold any more from ${facts.effectiveFrom}`] }
      }),
    )

  tld
    .command('diff')
    .description('compare the rules in force with those of the release, or with a file')
    .argument('<extension>', 'such as com')
    .argument('[file]', 'a record, in JSON or YAML', recordFile)
    .action((suffix: string, file: Fields | undefined) =>
      terminal.run(async (platform) => {
        const { inForce, shipped } = await platform.ask(findExtension, { suffix })
        const other = file === undefined ? shipped : extensionRecord.parse({ suffix, ...file })
        if (!other) return { facts: { suffix, differences: [] }, lines: [`no release has .${suffix}: name a file`] }
        const found = differences(other, inForce.record)
        const facts = {
          suffix,
          differences: found.map(([field, is, inForceIs]) => ({ field, is, inForce: inForceIs })),
        }
        const name = file === undefined ? 'release' : 'file'
        return { facts, lines: found.length === 0 ? ['no difference'] : tableOf(found, name, 'in force') }
      }),
    )
  extensionSync(tld, terminal)
}

/** Whether an extension matches a pattern, in which an asterisk is any text; without a pattern all do. */
function matcher(pattern = '*'): (suffix: string) => boolean {
  const parts = pattern.replace(/^\./, '').toLowerCase().split('*')
  const expression = new RegExp(`^${parts.map((part) => part.replaceAll(/[^a-z0-9-]/g, '\\$&')).join('.*')}$`)
  return (suffix) => expression.test(suffix)
}

function settingOf({ suffix, effectiveFrom, obstacle }: Result<typeof putExtension>): string {
  const rules = `.${suffix} has these rules from ${effectiveFrom}`
  return obstacle === undefined ? `${rules} and is sold` : `${rules}. It is not sold: ${obstacle}`
}

const tableOf = (rows: readonly (readonly string[])[], before: string, after: string) =>
  table(['field', before, after], rows)

function linesOf({ suffix, at, inForce, obstacle, changes, history }: Result<typeof findExtension>): string[] {
  const { effectiveFrom, setBy, record } = inForce
  return [
    `.${suffix} at ${at}: ${obstacle === undefined ? 'sold' : `not sold, ${obstacle}`}`,
    `in force since ${effectiveFrom}, set by ${setBy}`,
    '',
    ...stringify(record).trimEnd().split('\n'),
    ...(changes.length > 0 ? ['', 'single rules, each from an instant on:'] : []),
    ...changes.map((change) => `${change.effectiveFrom} ${JSON.stringify(change.rules)}`),
    '',
    ...table(
      ['from', 'set at', 'by', ''],
      history.map((row) => [row.effectiveFrom, row.setAt, row.setBy, row.isRetired ? 'retired' : '']),
    ),
  ]
}
