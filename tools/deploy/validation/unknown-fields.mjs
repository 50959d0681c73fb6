import { join } from 'node:path'
import ts from 'typescript'
import { modelOf, nameOf } from './schemas.mjs'

/** The code of TypeScript for a field that a type does not have. */
const UNKNOWN = [2353, 2561]

/**
 * Finds fields that the kinds do not have, which the schemas let pass and a cluster may drop. Each object becomes a literal
 * in a program, which TypeScript compares with the type of its kind. Takes objects and returns faults by file.
 */
export function unknownFields(objectsOf) {
  const models = new Map()
  // An object that several files have is compared once.
  const owners = new Map()
  for (const [file, objects] of objectsOf)
    for (const object of objects) {
      const module = modelOf(object)
      if (!models.has(module)) models.set(module, `m${models.size}`)
      const { kind } = object
      const fields = { ...object, apiVersion: undefined, kind: undefined }
      const statement = `new ${models.get(module)}.${kind}(${JSON.stringify(fields)})`
      owners.set(statement, [...(owners.get(statement) ?? []), { file, object }])
    }
  const imports = [...models].map(([module, name]) => `import * as ${name} from '${module}'`)
  const statements = [...owners.keys()]
  const text = [...imports, ...statements].join('\n')

  const path = join(import.meta.dirname, 'manifests.mts')
  const options = {
    module: ts.ModuleKind.NodeNext,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === path || fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    name === path ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest)
  const program = ts.createProgram([path], options, host)
  const source = program.getSourceFile(path)

  const faults = new Map([...objectsOf.keys()].map((file) => [file, []]))
  for (const { code, start, messageText } of program.getSemanticDiagnostics(source)) {
    const line = source.getLineAndCharacterOfPosition(start).line - imports.length
    if (!UNKNOWN.includes(code) || line < 0) continue
    for (const { file, object } of owners.get(statements[line]))
      faults.get(file).push(`${nameOf(object)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
  }
  return faults
}
