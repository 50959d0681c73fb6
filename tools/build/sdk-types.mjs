/**
 * Prints the types of the client as interfaces with the documentation of the contract, so that an editor shows what an
 * operation does and what a field means. The types are those of the sources; only the texts are added.
 */
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)
const ts = require('typescript')
const { routes } = require('@nameyard/contracts/operations')
const { jsonSchemaOf } = require('@nameyard/contracts/tool')

const pascal = (words) => words.replaceAll(/(?:^|[.-])(\w)/g, (_, letter) => letter.toUpperCase())
const camel = (words) => words.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())

/** Makes the compiler resolve the types of every operation, under separate names. */
const PROBE = [
  `import type { Answer, InputGiven } from '@nameyard/contracts/operation'`,
  `import type { RoutedOperation } from '@nameyard/contracts/operations'`,
  `type Of<Id> = Extract<RoutedOperation, { readonly id: Id }>`,
  ...routes.flatMap(({ id }) => [
    `export type ${pascal(id)}Input = InputGiven<Of<'${id}'>>`,
    `export type ${pascal(id)}Result = Answer<Of<'${id}'>>`,
  ]),
].join('\n')

/** The path of the probe beside the sources of the client. */
export const probePath = (root) => path.join(root, 'libs/sdk/src/types-of-operations.ts')

/** A compiler host that also has the file of the probe. */
export function hostWithProbe(options, root) {
  const host = ts.createCompilerHost(options)
  const [file, { getSourceFile, fileExists, readFile }] = [probePath(root), { ...host }]
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, PROBE, ts.ScriptTarget.Latest, true) : getSourceFile(name, ...rest)
  host.fileExists = (name) => name === file || fileExists(name)
  host.readFile = (name) => (name === file ? PROBE : readFile(name))
  return host
}

/** A comment for editors; the end mark of a comment inside the text is escaped. */
function comment(text, indent) {
  if (!text) return ''
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  return lines.length === 1
    ? `${indent}/** ${lines[0]} */\n`
    : `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

/** The text of `resources.d.ts`: the methods of the client, with the descriptions of the contract. */
export function printResources(program, root) {
  const checker = program.getTypeChecker()
  const probe = program.getSourceFile(probePath(root))
  const typeOf = new Map(
    probe.statements
      .filter(ts.isTypeAliasDeclaration)
      .map((alias) => [alias.name.text, checker.getTypeAtLocation(alias.name)]),
  )
  /** Interfaces by name: the named schemas of the contract, and the inputs and results of operations. */
  const interfaces = new Map()
  const format = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType

  const isObject = (type) =>
    type.getCallSignatures().length === 0 &&
    (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 &&
    checker.getPropertiesOfType(type).length > 0

  /** The type of the values of an object with any keys. */
  const valuesOf = (type) => checker.getIndexTypeOfType(type, ts.IndexKind.String)

  const opened = (schema, definitions) =>
    schema?.$ref ? { ...definitions[schema.$ref.slice('#/$defs/'.length)], description: schema.description } : schema

  /** Prints a type, with the descriptions of its schema. */
  function print(type, schema, definitions, side, indent) {
    const shown = opened(schema, definitions)
    if (type.isUnion()) {
      const parts = type.types.filter((part) => (part.flags & ts.TypeFlags.Undefined) === 0)
      const isCompound = (part) => checker.isArrayType(part) || isObject(part) || valuesOf(part) !== undefined
      if (!parts.some(isCompound))
        return checker
          .typeToString(checker.getNonNullableType(type) === type ? type : type, undefined, format)
          .replace(/ \| undefined$|^undefined \| /, '')
      const branch = (part) =>
        (shown?.anyOf ?? []).find((each) => (each.type === 'null') === ((part.flags & ts.TypeFlags.Null) !== 0)) ??
        schema
      return parts
        .map((part) =>
          isCompound(part)
            ? print(part, branch(part), definitions, side, indent)
            : checker.typeToString(part, undefined, format),
        )
        .join(' | ')
    }
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type)
      const inner = print(element, shown?.items, definitions, side, indent)
      return / [|&] /.test(inner) ? `(${inner})[]` : `${inner}[]`
    }
    const values = isObject(type) ? undefined : valuesOf(type)
    // Not the generic `Record`: this name is that of a DNS record here.
    if (values) return `{ [key: string]: ${print(values, shown?.additionalProperties, definitions, side, indent)} }`
    if (!isObject(type)) return checker.typeToString(type, undefined, format)
    const component = schema?.$ref?.slice('#/$defs/'.length)
    if (!component) return members(type, shown, definitions, side, indent)
    const name = side === 'input' ? `${component}Input` : component
    if (!interfaces.has(name)) {
      interfaces.set(name, '')
      const words = definitions[component].description
      const text = members(type, shown, definitions, side, '')
      interfaces.set(name, `${comment(words, '')}export interface ${name} ${text}\n`)
    }
    return name
  }

  function members(type, schema, definitions, side, indent) {
    const deeper = `${indent}  `
    const lines = checker.getPropertiesOfType(type).map((property) => {
      const own = checker.getTypeOfSymbol(property)
      const words = schema?.properties?.[property.name]
      const text =
        words?.description ??
        opened(words, definitions)?.description ??
        definitions[words?.$ref?.slice('#/$defs/'.length)]?.description
      const mark = property.flags & ts.SymbolFlags.Optional ? '?' : ''
      const printed = print(own, words, definitions, side, deeper)
      const name = /^[a-z_$][\w$]*$/i.test(property.name) ? property.name : `'${property.name}'`
      const canBeUndefined = mark && own.isUnion() && own.types.some((part) => part.flags & ts.TypeFlags.Undefined)
      return `${comment(text, deeper)}${deeper}${name}${mark}: ${printed}${canBeUndefined ? ' | undefined' : ''}\n`
    })
    const others = valuesOf(type)
    if (others) lines.push(`${deeper}[key: string]: ${checker.typeToString(others, undefined, format)}\n`)
    return `{\n${lines.join('')}${indent}}`
  }

  const resources = new Map()
  for (const operation of routes) {
    const [resource, verb] = operation.id.split('.')
    const stem = pascal(operation.id)
    const [given, answer] = [typeOf.get(`${stem}Input`), typeOf.get(`${stem}Result`)]
    const [input, result] = [jsonSchemaOf(operation.input), jsonSchemaOf(operation.result)]
    const properties = checker.getPropertiesOfType(given)
    const name = `${stem}Input`
    const declared =
      properties.length > 0
        ? `export interface ${name} ${members(given, input, input.$defs ?? {}, 'input', '')}`
        : `export type ${name} = unknown`
    interfaces.set(
      name,
      `/** Input of \`${operation.id}\`. */
${declared}
`,
    )
    const answered = print(answer, result, result.$defs ?? {}, 'output', '')
    interfaces.set(`${stem}Result`, `/** Answer of \`${operation.id}\`. */\nexport type ${stem}Result = ${answered}\n`)
    const isNeeded = properties.some((property) => !(property.flags & ts.SymbolFlags.Optional))
    const words = `${operation.summary}.\n\n${operation.description}\n\n\`${operation.method} ${operation.path}\``
    const parameters = `input${isNeeded ? '' : '?'}: ${name}, options?: CallOptions`
    const methods = resources.get(resource) ?? []
    resources.set(resource, methods)
    methods.push(`${comment(words, '  ')}  readonly ${camel(verb)}: (${parameters}) => Promise<${stem}Result>\n`)
    if (verb === 'list' && Object.hasOwn(operation.result.shape ?? {}, 'total')) {
      const walk = `${operation.summary}: every entry of all pages, one after the other.\n\n${operation.description}`
      methods.push(
        `${comment(walk, '  ')}  readonly each: (${parameters}) => AsyncIterable<${stem}Result['results'][number]>\n`,
      )
    }
  }
  const printed = [...resources].map(
    ([resource, methods]) =>
      `/** Operations \`${resource}.*\`. */\nexport interface ${pascal(resource)}Resource {\n${methods.join('')}}\n`,
  )
  const all = [...resources.keys()].map((resource) => `  readonly ${camel(resource)}: ${pascal(resource)}Resource\n`)
  return [
    `import type { CallOptions } from './call-options.js'\n`,
    `/** One method for each operation, named after its id: \`domains.create\` is \`client.domains.create(input)\`. */\nexport interface Resources {\n${all.join('')}}\n`,
    ...printed,
    ...interfaces.values(),
  ].join('\n')
}
