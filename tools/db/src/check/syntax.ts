import { type AlterTableCmd, type ColumnDef, type Constraint, type Node, parse } from 'libpg-query'

/** A statement of a migration: its kind, such as `IndexStmt`, and what the parser read of it. */
export interface Statement {
  readonly kind: string
  readonly node: Node
}

/** Reads SQL with PostgreSQL's own parser. */
export async function statementsOf(sql: string): Promise<Statement[]> {
  const { stmts = [] } = await parse(sql)
  return stmts.map(({ stmt }) => ({ kind: Object.keys(stmt!)[0]!, node: stmt! }))
}

/** The contents of a node if it is of the given kind. */
export function as<T>(kind: string, node: Node | undefined): T | undefined {
  return node && ((node as Record<string, unknown>)[kind] as T | undefined)
}

/** Every node below the given one, itself included, with its kind. */
export function* nodesIn(node: unknown): Generator<readonly [kind: string, contents: object]> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if (/^[A-Z]/.test(key) && typeof value === 'object') yield [key, value as object]
    yield* nodesIn(value)
  }
}

/** The changes of an `alter table`, and its table. */
export function alterationsOf(node: Node): { table: string; changes: AlterTableCmd[] } | undefined {
  const statement = as<{ relation?: { relname?: string }; cmds?: Node[]; objtype?: string }>('AlterTableStmt', node)
  if (statement?.objtype !== 'OBJECT_TABLE') return undefined
  return {
    table: statement.relation?.relname ?? '',
    changes: (statement.cmds ?? []).map((change) => as<AlterTableCmd>('AlterTableCmd', change)!),
  }
}

export const columnOf = (change: AlterTableCmd) => as<ColumnDef>('ColumnDef', change.def)
export const constraintOf = (change: AlterTableCmd) => as<Constraint>('Constraint', change.def)

export const constraintsOf = (column: ColumnDef) =>
  (column.constraints ?? []).map((constraint) => as<Constraint>('Constraint', constraint)!)

export const typeOf = (column: ColumnDef) => as<{ sval: string }>('String', column.typeName?.names?.at(-1))?.sval ?? ''

/** The columns that a check requires to have a value: `a is not null and b is not null`. */
export function requiredBy(check: Constraint): string[] {
  const terms = (node: Node | undefined): (Node | undefined)[] => {
    const conjunction = as<{ boolop?: string; args?: Node[] }>('BoolExpr', node)
    return conjunction?.boolop === 'AND_EXPR' ? (conjunction.args ?? []).flatMap(terms) : [node]
  }
  return terms(check.raw_expr).flatMap((term) => {
    const test = as<{ arg?: Node; nulltesttype?: string }>('NullTest', term)
    const column = as<{ fields?: Node[] }>('ColumnRef', test?.arg)
    const name = as<{ sval: string }>('String', column?.fields?.at(-1))?.sval
    return name && test?.nulltesttype === 'IS_NOT_NULL' ? [name] : []
  })
}
