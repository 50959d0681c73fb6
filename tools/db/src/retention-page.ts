import type { Golden } from '@nameyard/contracts/golden'
import { retentionFaults, type RetentionPeriod, type RetentionRule } from '@nameyard/persistence/retention'
import type { Service } from '@nameyard/runtime/service'

const INTRODUCTION = `# How long data stay

Printed from the rules in \`apps/*/src/retention.ts\` and \`libs/outbox/src/retention.ts\` by \`npm run golden\`. A test fails when a table has neither a rule nor a reason to keep its rows.

Each service looks for old rows every hour and deletes them 500 at a time, or drops a month or day of a partitioned table at once. A row that is still needed stays, however old it is: an operation that has not ended, the newest version of a zone, a deleted zone that a name server still serves.

A setting is an environment variable of the services that have the table: a number of days, not below the smallest value. A longer period needs more room and may need a legal reason ([register of processing](security/processing.md)); a shorter one takes effect with the next sweep and cannot be undone.

Backups keep deleted rows for as long as you keep the backups. The texts of mails are not stored, except in \`MAIL_FOLDER\` where no mail server is set.`

/** Returns the tables of a printed schema. */
export function tablesIn(printed: string): string[] {
  return [...printed.matchAll(/^create (?:unlogged )?table \w+\.(\w+) \(/gm)].map(([, table]) => table!)
}

/** Throws when a table of a service has neither a rule nor a reason to keep its rows. */
export function assertRetention({ name, retention }: Pick<Service, 'name' | 'retention'>, printed: string): void {
  const [fault] = retentionFaults(tablesIn(printed), retention ?? { rules: [], ended: {}, kept: {} })
  if (fault) throw new Error(`${name}: ${fault}; correct apps/${name}/src/retention.ts`)
}

/** Prints what happens to the rows of all tables. */
export function retentionPage(services: readonly Pick<Service, 'name' | 'retention'>[]): Golden {
  const deleted = services.flatMap(({ name, retention }) =>
    (retention?.rules ?? []).map((rule) => ({
      table: code(rule.table),
      service: name,
      cells: [rule.rows, daysOf(rule), settingOf(rule.period), rule.reason],
    })),
  )
  const reasons = (kind: 'ended' | 'kept') =>
    services.flatMap(({ name, retention }) =>
      Object.entries(retention?.[kind] ?? {}).map(([table, reason]) => ({
        table: code(table),
        service: name,
        cells: [reason],
      })),
    )
  const text = [
    INTRODUCTION,
    '## Deleted after a period',
    tableOf(['table', 'service', 'rows', 'days', 'setting, smallest value', 'why'], deleted),
    '## Deleted by other work',
    tableOf(['table', 'service', 'when'], reasons('ended')),
    '## Kept',
    tableOf(['table', 'service', 'why'], reasons('kept')),
  ]
  return { file: 'docs/retention.md', text: `${text.join('\n\n')}\n` }
}

const code = (text: string) => `\`${text}\``

const daysOf = (rule: RetentionRule) => {
  const { days } = rule.period
  if ('partitions' in rule) return `${days}, then a ${rule.partitions.each} at once`
  return days === 0 ? 'at once' : String(days)
}

const settingOf = ({ setting }: RetentionPeriod) => (setting ? `${code(setting.name)}, ${setting.least}` : '')

interface Row {
  readonly table: string
  readonly service: string
  readonly cells: readonly string[]
}

/** Prints a table. Equal rows of several services, and of several tables of a service, are one. */
function tableOf(heads: readonly string[], rows: readonly Row[]): string {
  const ofServices = merged(rows, 'service', 'table')
  const lines = merged(ofServices, 'table', 'service').map(({ table, service, cells }) => [table, service, ...cells])
  const widths = heads.map((head, at) => Math.max(head.length, ...lines.map((line) => line[at]!.length)))
  const print = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`
  return [print(heads), print(widths.map((width) => '-'.repeat(width))), ...lines.map(print)].join('\n')
}

/** Makes one row of those that differ in one property only. */
function merged(rows: readonly Row[], differing: 'service' | 'table', equal: 'service' | 'table'): Row[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = JSON.stringify([row[equal], row.cells])
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].map((group) => ({
    ...group[0]!,
    [differing]: group.map((row) => row[differing]).join(', '),
  }))
}
