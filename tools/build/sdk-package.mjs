/**
 * `npm run sdk:package -- <folder>`: creates the package that other programs install, as
 * `<folder>/nameyard-sdk-<version>.tgz`. It contains libs/sdk and the parts of libs/contracts that it needs, as ES
 * modules with their types. It depends only on zod.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hostWithProbe, printResources, probePath } from './sdk-types.mjs'

const ts = createRequire(import.meta.url)('typescript')
const root = path.resolve(import.meta.dirname, '../..')
const json = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

/** The path of a source of a library in the package: `libs/sdk/src/each` is `dist/sdk/each`. */
const placeOf = (file) => path.relative(root, file).replace(/^libs\/(\w+)\/src\//, 'dist/$1/')

/** ES modules import files with their extension: `./each.js`, or `../contracts/errors.js` from another library. */
function specifierFrom(file, specifier) {
  if (specifier.startsWith('.')) return `${specifier}.js`
  const [, library, module] = /^@nameyard\/(\w+)\/(.+)$/.exec(specifier) ?? []
  if (library === undefined) return specifier
  return path.posix.relative(path.dirname(placeOf(file)), `dist/${library}/${module}.js`)
}

/** Renames the imported modules of a printed file or its types. */
const renamed = (context) => (source) => {
  const { factory } = context
  const rename = (node) => factory.createStringLiteral(specifierFrom(source.fileName, node.text), true)
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      const { modifiers, importClause, moduleSpecifier, attributes } = node
      return factory.updateImportDeclaration(node, modifiers, importClause, rename(moduleSpecifier), attributes)
    }
    if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      const { modifiers, isTypeOnly, exportClause, moduleSpecifier, attributes } = node
      return factory.updateExportDeclaration(
        node,
        modifiers,
        isTypeOnly,
        exportClause,
        rename(moduleSpecifier),
        attributes,
      )
    }
    if (ts.isImportTypeNode(node)) {
      const { argument, attributes, qualifier, typeArguments, isTypeOf } = ts.visitEachChild(node, visit, context)
      const named = factory.createLiteralTypeNode(rename(argument.literal))
      return factory.updateImportTypeNode(node, named, attributes, qualifier, typeArguments, isTypeOf)
    }
    return ts.visitEachChild(node, visit, context)
  }
  return ts.visitNode(source, visit)
}

function compile(folder) {
  const { compilerOptions } = ts.readConfigFile(path.join(root, 'tsconfig.base.json'), ts.sys.readFile).config
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...compilerOptions,
      module: 'esnext',
      moduleResolution: 'bundler',
      declaration: true,
      // The imports are sources of this program. Imports of a package would not be printed.
      paths: { '@nameyard/contracts/*': [path.join(root, 'libs/contracts/src/*')] },
    },
    root,
  )
  const modules = ['client', 'webhooks'].map((name) => path.join(root, `libs/sdk/src/${name}.ts`))
  const sources = [...modules, probePath(root)]
  const program = ts.createProgram(sources, options, hostWithProbe(options, root))
  const write = (name, text, _, __, [source]) => {
    const extension = name.endsWith('.d.ts') ? '.d.ts' : '.js'
    if (source.fileName === probePath(root)) return
    const file = path.join(folder, placeOf(source.fileName).replace(/\.ts$/, extension))
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const { diagnostics } = program.emit(undefined, write, undefined, false, {
    after: [renamed],
    afterDeclarations: [renamed],
  })
  const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (faults.length > 0) throw new Error(ts.formatDiagnostics(faults, ts.createCompilerHost(options)))
  writeFileSync(path.join(folder, 'dist/sdk/resources.d.ts'), printResources(program, root))
}

const manifest = () => ({
  name: '@nameyard/sdk',
  version: json('libs/sdk/package.json').version,
  description: 'Typed client of Nameyard: domains, DNS and orders of resellers.',
  license: json('package.json').license,
  type: 'module',
  sideEffects: false,
  engines: json('package.json').engines,
  main: './dist/sdk/client.js',
  types: './dist/sdk/client.d.ts',
  exports: {
    '.': { types: './dist/sdk/client.d.ts', default: './dist/sdk/client.js' },
    './package.json': './package.json',
    './client': { types: './dist/sdk/client.d.ts', default: './dist/sdk/client.js' },
    './api-error': { types: './dist/sdk/api-error.d.ts', default: './dist/sdk/api-error.js' },
    './webhooks': { types: './dist/sdk/webhooks.d.ts', default: './dist/sdk/webhooks.js' },
    './settlement': { types: './dist/sdk/settlement.d.ts', default: './dist/sdk/settlement.js' },
  },
  files: ['dist'],
  dependencies: { zod: `^${json('package.json').dependencies.zod}` },
})

const target = path.resolve(process.argv[2] ?? '.')
const folder = mkdtempSync(path.join(tmpdir(), 'nameyard-sdk-'))
try {
  compile(folder)
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`)
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  cpSync(path.join(root, 'libs/sdk/PACKAGE.md'), path.join(folder, 'README.md'))
  mkdirSync(target, { recursive: true })
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', target], {
    cwd: folder,
    encoding: 'utf8',
  })
  console.log(path.join(target, packed.trim()))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
