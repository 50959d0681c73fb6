import type { Constraint, IndexStmt, Node } from 'libpg-query'
import { ProvenChecks, refusedAlteration } from './alterations'
import { alterationsOf, as, constraintOf, nodesIn, type Statement, statementsOf } from './syntax'

export interface MigrationFile {
  readonly name: string
  readonly sql: string
}

/** `NNNN_what_changes.sql`; those of a library begin with its name. */
const NAME = /^(?:[a-z]+_)?(\d{4})_[a-z0-9_]+\.sql$/
const BASELINE = /(?:^|_)0001_baseline\.sql$/
/** Migrations that filled a table under a lock before that was refused. They were applied, so they cannot change any more. */
const FILLED: ReadonlySet<string> = new Set(['0085_zone_delegation.sql'])

/** Says why no running code uses what the migration drops or renames. */
const CONTRACT = /^-- contract: \S.*$/m

/**
 * Returns the faults of the migrations of a folder, as sentences that begin with the name of the file. Each migration
 * must leave its tables in use: a statement that rewrites a table, or reads all of it under a lock, is refused.
 * Baselines are not checked: they only run on an empty schema.
 */
export async function checkMigrations(files: readonly MigrationFile[]): Promise<string[]> {
  const findings: string[] = []
  const numbers = new Map<string, string>()
  const checks = new ProvenChecks()
  const partitioned = await partitionedTables(files)
  for (const { name, sql } of [...files].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const number = NAME.exec(name)?.[1]
    if (!number) findings.push(`${name} is not named NNNN_what_changes.sql`)
    else if (numbers.has(number))
      findings.push(`${name} has the number of ${numbers.get(number)}: take the next free one`)
    else numbers.set(number, name)
    if (BASELINE.test(name)) continue
    findings.push(...(await checkMigration({ name, sql }, checks, partitioned)).map((finding) => `${name} ${finding}`))
  }
  return findings
}

async function partitionedTables(files: readonly MigrationFile[]): Promise<ReadonlySet<string>> {
  const statements = (await Promise.all(files.map(({ sql }) => statementsOf(sql)))).flat()
  return new Set(statements.map(({ node }) => partitionedTable(node)).filter((table) => table !== undefined))
}

async function checkMigration(
  { name, sql }: MigrationFile,
  checks: ProvenChecks,
  partitioned: ReadonlySet<string>,
): Promise<string[]> {
  const statements = await statementsOf(sql)
  const tables = new Set(statements.map(({ node }) => createdTable(node)).filter((table) => table !== undefined))
  const hasNote = CONTRACT.test(sql)
  const added = new Set<string>()
  return [
    ...refusedForm(sql, statements, tables),
    ...(FILLED.has(name) ? [] : refusedFilling(statements, tables)),
    ...statements.flatMap(({ kind, node }) => {
      const table = contentsOf(node)?.relation?.relname
      if (table !== undefined && tables.has(table)) return []
      return [
        ...refusedStatement(kind, node, hasNote, partitioned),
        ...refusedAlterations(node, checks, added, hasNote),
      ]
    }),
  ]
}

/** A migration changes one table: a failed step is one step, and the folder reads as the history of the schema. */
function refusedForm(sql: string, statements: readonly Statement[], created: ReadonlySet<string>): string[] {
  const altered = new Set(
    statements
      .map(({ node }) => alterationsOf(node)?.table)
      .filter((table) => table !== undefined && !created.has(table)),
  )
  const things = created.size + altered.size
  const several = things > 1 ? [`creates or alters ${things} tables: make a migration of each`] : []
  if (!sql.startsWith('-- no transaction')) {
    const isConcurrent = statements.some(({ node }) => contentsOf(node)?.concurrent)
    return isConcurrent ? [...several, 'works concurrently, which needs the first line "-- no transaction"'] : several
  }
  const [only] = statements
  const repeatable =
    statements.length === 1 &&
    (as<IndexStmt>('IndexStmt', only!.node)?.if_not_exists ||
      as<{ missing_ok?: boolean }>('DropStmt', only!.node)?.missing_ok ||
      only!.kind === 'DoStmt')
  if (repeatable) return several
  return [
    ...several,
    'has no transaction, so a killed run repeats it: it must be one statement, `create index concurrently if not exists`, ' +
      '`drop index concurrently if exists`, or a `do` block that updates in batches',
  ]
}

/**
 * A foreign key or trigger locks the other table until the transaction ends, so writers of that table wait while a new
 * table is filled.
 */
function refusedFilling(statements: readonly Statement[], created: ReadonlySet<string>): string[] {
  const locked = new Set<string>()
  const findings: string[] = []
  for (const { kind, node } of statements) {
    const target = contentsOf(node)?.relation?.relname ?? ''
    if (locked.size > 0 && created.has(target) && kind !== 'CreateStmt' && writesRows(kind, node))
      findings.push(
        `fills ${target} while it locks ${[...locked].join(', ')}: fill it in a migration before that of the foreign key or trigger`,
      )
    const others = kind === 'CreateTrigStmt' ? [target] : referredBy(kind, node)
    for (const other of others) if (!created.has(other)) locked.add(other)
  }
  return findings
}

/** The tables that the foreign keys of a new table refer to. */
function referredBy(kind: string, node: Node): string[] {
  if (kind !== 'CreateStmt') return []
  return [...nodesIn(node)].flatMap(([inner, contents]) => {
    const { contype, pktable } = contents as Constraint
    return inner === 'Constraint' && contype === 'CONSTR_FOREIGN' ? (pktable?.relname ?? []) : []
  })
}

const createdTable = (node: Node) => as<{ relation?: { relname?: string } }>('CreateStmt', node)?.relation?.relname

const partitionedTable = (node: Node) => {
  const created = as<{ partspec?: object; relation?: { relname?: string } }>('CreateStmt', node)
  return created?.partspec && created.relation?.relname
}

const contentsOf = (node: Node) =>
  Object.values(node)[0] as
    { concurrent?: boolean; is_vacuumcmd?: boolean; relation?: { relname?: string } } | undefined

const HEAVY: Readonly<Record<string, string>> = {
  ClusterStmt: 'rewrites a table',
  VacuumStmt: 'is work of the operator or of autovacuum',
  LockStmt: 'locks a table',
  TruncateStmt: 'empties a table',
  ReindexStmt: 'locks a table: create a new index concurrently, then drop the old one',
  RefreshMatViewStmt: 'locks a view',
}

function refusedStatement(kind: string, node: Node, hasNote: boolean, partitioned: ReadonlySet<string>): string[] {
  const findings: string[] = []
  if (HEAVY[kind] && (kind !== 'VacuumStmt' || contentsOf(node)?.is_vacuumcmd)) findings.push(HEAVY[kind])
  const index = as<IndexStmt>('IndexStmt', node)
  // `on only` a partitioned table builds nothing: its new partitions have the index.
  const buildsNothing = index?.relation?.inh !== true && partitioned.has(index?.relation?.relname ?? '')
  if (index && !index.concurrent && !buildsNothing) {
    findings.push(
      `builds the index ${index.idxname} under a lock: create it concurrently, in a migration without a transaction`,
    )
  }
  const drop = as<{ removeType?: string; concurrent?: boolean }>('DropStmt', node)
  if (drop?.removeType === 'OBJECT_INDEX' && !drop.concurrent) {
    findings.push('drops an index under a lock: drop it concurrently, in a migration without a transaction')
  }
  const rename = as<{ renameType?: string }>('RenameStmt', node)
  const removes =
    drop?.removeType === 'OBJECT_TABLE' || ['OBJECT_COLUMN', 'OBJECT_TABLE'].includes(rename?.renameType ?? '')
  if (removes && !hasNote) findings.push(NO_NOTE)
  if (kind === 'DoStmt' ? writesWithoutCommit(node) : writesRows(kind, node)) {
    findings.push('writes rows of a table in one transaction: write them in batches, in a `do` block that commits each')
  }
  return findings
}

const NO_NOTE =
  'drops or renames what running code may use: do it one release later, with a line "-- contract: <since when no code uses it>"'

/** Whether it updates or deletes rows, or copies them from another table. */
function writesRows(kind: string, node: Node): boolean {
  if (kind === 'CreateFunctionStmt') return false
  return [...nodesIn(node)].some(
    ([inner, contents]) =>
      inner === 'UpdateStmt' ||
      inner === 'DeleteStmt' ||
      (inner === 'InsertStmt' && [...nodesIn(contents)].some(([part]) => part === 'RangeVar')),
  )
}

function writesWithoutCommit(node: Node): boolean {
  const block = JSON.stringify(node).replace(/--.*?(?:\\n|$)/g, '')
  return /\b(?:update|delete|insert)\b/i.test(block) && !/\bcommit\b/i.test(block)
}

function refusedAlterations(node: Node, checks: ProvenChecks, added: Set<string>, hasNote: boolean): string[] {
  const { table, changes } = alterationsOf(node) ?? { table: '', changes: [] }
  const findings: string[] = []
  // PostgreSQL drops columns and constraints first, whatever the order in the statement.
  for (const { subtype, name } of changes) if (subtype === 'AT_DropConstraint') checks.dropped(table, name!)
  for (const change of changes) {
    if (change.subtype === 'AT_AddConstraint') added.add(constraintOf(change)?.conname ?? '')
    const finding = refusedAlteration(table, change, checks, added)
    if (finding) findings.push(finding)
    if (change.subtype === 'AT_DropColumn' && !hasNote) findings.push(NO_NOTE)
    if (change.subtype === 'AT_AddConstraint') checks.added(table, constraintOf(change)!)
    if (change.subtype === 'AT_ValidateConstraint') checks.validated(table, change.name!)
  }
  return findings
}
