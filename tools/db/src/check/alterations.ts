import type { AlterTableCmd, ColumnDef, Constraint } from 'libpg-query'
import { columnOf, constraintOf, constraintsOf, nodesIn, requiredBy, typeOf } from './syntax'

/** What the migrations before this one say about checks, by the names of table and constraint or column. */
export class ProvenChecks {
  private readonly unproven = new Map<string, readonly string[]>()
  private readonly proven = new Map<string, readonly string[]>()

  added(table: string, { conname, raw_expr, ...rest }: Constraint): void {
    this.unproven.set(`${table}.${conname}`, requiredBy({ raw_expr, ...rest }))
  }

  validated(table: string, constraint: string): void {
    this.proven.set(`${table}.${constraint}`, this.unproven.get(`${table}.${constraint}`) ?? [])
  }

  dropped(table: string, constraint: string): void {
    this.proven.delete(`${table}.${constraint}`)
  }

  requires(table: string, column: string): boolean {
    return [...this.proven].some(([key, columns]) => key.startsWith(`${table}.`) && columns.includes(column))
  }
}

/** Functions whose value is the same for all rows of a statement, so that PostgreSQL stores it once. */
const STABLE: ReadonlySet<string> = new Set(['now', 'statement_timestamp', 'transaction_timestamp'])

const REWRITES: ReadonlySet<string | undefined> = new Set([
  'AT_SetLogged',
  'AT_SetUnLogged',
  'AT_SetTableSpace',
  'AT_SetAccessMethod',
  'AT_SetExpression',
])

/** Refuses changes of a table in use that rewrite it, or read all of it under a lock. */
export function refusedAlteration(
  table: string,
  change: AlterTableCmd,
  checks: ProvenChecks,
  addedHere: ReadonlySet<string>,
): string | undefined {
  const name = change.name ?? ''
  switch (change.subtype) {
    case 'AT_AddColumn':
      return refusedColumn(columnOf(change)!)
    case 'AT_AddConstraint':
      return refusedConstraint(constraintOf(change)!)
    case 'AT_AlterColumnType':
      return `changes the type of ${table}.${name}, which rewrites the table: add a new column, fill it in batches, and switch the code to it`
    case 'AT_SetNotNull':
      if (checks.requires(table, name)) return undefined
      return `sets ${table}.${name} not null, which reads the table under a lock: add the check "${name} is not null" as not valid, validate it in the next migration, then set not null`
    case 'AT_ValidateConstraint':
      if (!addedHere.has(name)) return undefined
      return `validates ${name} in the transaction that adds it, whose lock lasts as long: validate it in the next migration`
    default:
      return REWRITES.has(change.subtype)
        ? `rewrites the table ${table}: create a new table and switch to it`
        : undefined
  }
}

function refusedColumn(column: ColumnDef): string | undefined {
  const constraints = constraintsOf(column)
  const of = (type: Constraint['contype']) => constraints.find(({ contype }) => contype === type)
  const given = of('CONSTR_DEFAULT')?.raw_expr
  const name = column.colname
  if (/^(?:small|big)?serial[248]?$/.test(typeOf(column)) || of('CONSTR_IDENTITY') || of('CONSTR_GENERATED')) {
    return `adds ${name} with a value computed for every row, which rewrites the table: add it without, set a default, and fill older rows in batches`
  }
  if (
    given &&
    [...nodesIn(given)].some(([kind, contents]) => kind === 'FuncCall' && !STABLE.has(functionOf(contents)))
  ) {
    return `adds ${name} with a volatile default, which rewrites the table: add it without, set the default, and fill older rows in batches`
  }
  if (of('CONSTR_NOTNULL') && !given) {
    return `adds ${name} as not null without a default, which fails on a table with rows: give it a default, or add it as nullable and fill it first`
  }
  if (constraints.some(({ contype }) => READS_TABLE.has(contype))) {
    return `adds ${name} with a constraint, which reads the table under a lock: add the column first, then the constraint as not valid`
  }
  return undefined
}

const READS_TABLE: ReadonlySet<Constraint['contype']> = new Set([
  'CONSTR_CHECK',
  'CONSTR_FOREIGN',
  'CONSTR_UNIQUE',
  'CONSTR_PRIMARY',
  'CONSTR_EXCLUSION',
])

function functionOf(call: object): string {
  const { funcname } = call as { funcname?: { String?: { sval?: string } }[] }
  return funcname?.at(-1)?.String?.sval ?? ''
}

function refusedConstraint({ contype, conname, skip_validation, indexname }: Constraint): string | undefined {
  switch (contype) {
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
      if (skip_validation) return undefined
      return `adds the constraint ${conname ?? ''} and reads the table under a lock: add it as not valid, and validate it in the next migration`
    case 'CONSTR_UNIQUE':
    case 'CONSTR_PRIMARY':
      if (indexname) return undefined
      return `adds the constraint ${conname ?? ''} and builds its index under a lock: create the unique index concurrently, then add the constraint using index`
    default:
      return `adds the constraint ${conname ?? ''}, which reads the table under a lock`
  }
}
