import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'

const root = resolve(__dirname, '../../..')

/** Kinds of JavaScript values, such as `string`, `Date` or `number[]`; null and undefined are left out. */
export type Kinds = readonly string[]

/** The types that the code declares for one statement. */
export interface Declaration {
  readonly name: string
  /** Path of the source file below the root of the repository. */
  readonly file: string
  readonly given: ReadonlyMap<string, Kinds>
  /** Undefined where no row type is declared: the caller does not read the rows. */
  readonly row: ReadonlyMap<string, Kinds> | undefined
  /** Fields of the row that not every statement selects. */
  readonly optional: ReadonlySet<string>
}

/** Functions that declare a statement; their first argument is its name. */
const DECLARING: ReadonlySet<string> = new Set(['statement', 'changeWithMessages'])

/** Source files below the given folders that declare statements. */
export function filesWithStatements(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .map((file) => join(root, folder, file))
      .filter((file) => /\b(statement|changeWithMessages)\b/.test(readFileSync(file, 'utf8'))),
  )
}

/** Reads the declared types of every statement in the files; a statement whose name is computed is left out. */
export function declarationsIn(files: readonly string[]): Declaration[] {
  const config = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const program = ts.createProgram([...files], { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  const found: Declaration[] = []
  for (const file of files) {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        const declaration = declarationOf(node, checker)
        if (declaration) found.push({ ...declaration, file: file.slice(root.length + 1) })
      }
      ts.forEachChild(node, visit)
    }
    visit(program.getSourceFile(file)!)
  }
  return found
}

function declarationOf(call: ts.CallExpression, checker: ts.TypeChecker): Omit<Declaration, 'file'> | undefined {
  const [name] = call.arguments
  if (!ts.isIdentifier(call.expression) || !DECLARING.has(call.expression.text)) return undefined
  if (!name || !ts.isStringLiteralLike(name)) return undefined
  const types = checker.getTypeAtLocation(call).getProperty('~types')
  if (!types) return undefined
  const carried = checker.getNonNullableType(checker.getTypeOfSymbol(types))
  const typeOf = (property: string) => checker.getTypeOfSymbol(carried.getProperty(property)!)
  const [parameter] = typeOf('given').getCallSignatures()[0]!.getParameters()
  const row = fieldsOf(typeOf('row'), checker)
  return {
    name: name.text,
    given: fieldsOf(checker.getTypeOfSymbol(parameter!), checker),
    row: row.size > 0 ? row : undefined,
    optional: new Set(
      checker
        .getPropertiesOfType(typeOf('row'))
        .filter((field) => field.flags & ts.SymbolFlags.Optional)
        .map((field) => field.name),
    ),
  }
}

/** The fields of a row type; of a union, those of all its members. */
function fieldsOf(type: ts.Type, checker: ts.TypeChecker): Map<string, Kinds> {
  const fields = new Map<string, Kinds>()
  for (const member of type.isUnion() ? type.types : [type])
    for (const field of checker.getPropertiesOfType(member)) {
      const kinds = [...(fields.get(field.name) ?? []), ...kindsOf(checker.getTypeOfSymbol(field), checker)]
      fields.set(field.name, [...new Set(kinds)])
    }
  return fields
}

function kindsOf(type: ts.Type, checker: ts.TypeChecker): string[] {
  if (type.isUnion()) return type.types.flatMap((member) => kindsOf(member, checker))
  const primitive = PRIMITIVES.find(([flag]) => type.flags & flag)
  if (primitive) return primitive[1]
  if (type.isIntersection()) {
    // A branded string is a string.
    const kinds = type.types.flatMap((member) => kindsOf(member, checker))
    return [kinds.find((kind) => kind !== 'object') ?? 'object']
  }
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const elements = checker.getTypeArguments(type as ts.TypeReference)
    return elements.flatMap((element) => kindsOf(element, checker)).map((kind) => `${kind}[]`)
  }
  const name = type.symbol?.name
  return [name === 'Date' || name === 'Buffer' ? name : 'object']
}

const PRIMITIVES: readonly (readonly [ts.TypeFlags, string[]])[] = [
  [ts.TypeFlags.Any, ['any']],
  [ts.TypeFlags.Unknown, ['unknown']],
  [ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void, []],
  [ts.TypeFlags.StringLike, ['string']],
  [ts.TypeFlags.NumberLike, ['number']],
  [ts.TypeFlags.BooleanLike, ['boolean']],
  [ts.TypeFlags.BigIntLike, ['bigint']],
]
