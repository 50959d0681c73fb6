import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'

const run = promisify(execFile)
const root = path.resolve(__dirname, '../../..')

/** The installed client package, in a folder without any other file of this repository. */
const home = mkdtempSync(path.join(tmpdir(), 'sdk-user-'))
const installed = path.join(home, 'node_modules/@nameyard/sdk')

beforeAll(async () => {
  const { stdout } = await run(process.execPath, [path.join(root, 'tools/build/sdk-package.mjs'), home])
  mkdirSync(installed, { recursive: true })
  await run('tar', ['xzf', stdout.trim(), '--strip-components=1', '-C', installed])
  symlinkSync(path.join(root, 'node_modules/zod'), path.join(home, 'node_modules/zod'))
}, 300_000)
afterAll(() => rmSync(home, { recursive: true, force: true }))

const manifest = () => JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as Record<string, unknown>
/** What a compiler of TypeScript says about the program in the folder. */
const faultsOf = (compiler: string) =>
  run(process.execPath, [path.join(root, 'node_modules', compiler, 'bin/tsc'), '-p', home]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )

const files = () =>
  readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(installed, path.join(entry.parentPath, entry.name)))

it('contains only modules and their types', () => {
  const names = files()
  const modules = names.filter((name) => name.endsWith('.js')).map((name) => name.slice(0, -'.js'.length))
  expect(modules).toEqual(expect.arrayContaining(['dist/sdk/client', 'dist/contracts/operations']))
  const described = modules.flatMap((name) => [`${name}.js`, `${name}.d.ts`])
  expect(names.sort()).toEqual([...described, 'LICENSE', 'README.md', 'package.json'].sort())
  expect(modules.filter((name) => /\.spec$|golden/.test(name))).toEqual([])
})

it('depends on zod only and uses no Node API', () => {
  const sources = files().filter((name) => name.endsWith('.js'))
  const imported = sources.flatMap((name) =>
    [...readFileSync(path.join(installed, name), 'utf8').matchAll(/^(?:import|export) .*from '([^.][^']*)'/gm)].map(
      ([, specifier]) => specifier,
    ),
  )
  expect(new Set(imported)).toEqual(new Set(['zod']))
  expect(Object.keys(manifest().dependencies as object)).toEqual(['zod'])
  expect(manifest()).toMatchObject({ name: '@nameyard/sdk', type: 'module', license: 'Apache-2.0' })
})

describe('a program with the installed package', () => {
  const asked: string[] = []
  let server: Server

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim())
      const data = request.url === '/v1/auth/login' ? { token: 'abc', reseller_id: 1 } : { id: 7, status: 'ACT' }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ code: 0, desc: '', data }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => server.close())

  it('calls the API', async () => {
    const { port } = server.address() as AddressInfo
    const program = `
      import { ApiError, createClient } from '@nameyard/sdk'
      import { createClient as same } from '@nameyard/sdk/client'
      if (createClient !== same) throw new Error('there are two clients')
      const client = createClient({ baseUrl: 'http://127.0.0.1:${port}', username: 'ada', password: 'secret' })
      const { status } = await client.domains.get({ id: 7 })
      console.log(status, typeof ApiError, await client.domains.waitUntilSettled({ id: 7 }).then(({ id }) => id))
      process.exit()`
    writeFileSync(path.join(home, 'program.mjs'), program)
    const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: home })
    expect(stdout.trim()).toBe('ACT function 7')
    expect(asked.slice(0, 2)).toEqual(['POST /v1/auth/login', 'GET /v1/domains/7 Bearer abc'])
  })

  it('calls the API from CommonJS', async () => {
    const { port } = server.address() as AddressInfo
    const program = `
      const { createClient } = require('@nameyard/sdk')
      const client = createClient({ baseUrl: 'http://127.0.0.1:${port}', token: 'abc' })
      client.domains.get({ id: 7 }).then(({ status }) => { console.log(status); process.exit() })`
    writeFileSync(path.join(home, 'program.cjs'), program)
    const { stdout } = await run(process.execPath, ['program.cjs'], { cwd: home })
    expect(stdout.trim()).toBe('ACT')
  })

  const typed = `
    import { createClient, type Client, type Domain, type DomainsCreateInput } from '@nameyard/sdk'
    export const wanted: DomainsCreateInput = { domain: { name: 'a', extension: 'nl' }, period: 1, owner_handle: 'A' }
    export const statusOf = ({ status }: Domain) => status
    const client: Client = createClient({ baseUrl: 'https://api.example', username: 'ada', password: 'secret' })
    export async function use(signal: AbortSignal): Promise<string> {
      const domain = await client.domains.get({ id: 7 }, { signal })
      for await (const zone of client.zones.each({ type: 'master' })) console.log(zone.name.length)
      // @ts-expect-error: a number is no name
      const name: number = domain.domain.name
      // @ts-expect-error: a zone needs a name
      await client.zones.create({ type: 'master' })
      // @ts-expect-error: there is no such operation
      await client.domains.forget({ id: 7 })
      return \`\${domain.status} \${name}\`
    }`

  it.each([
    ['for Node', 'typescript', { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023'], types: ['node'] }],
    [
      'for a browser',
      'typescript-native',
      { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'], types: [] },
    ],
  ])(
    'has its types in a program %s, by %s',
    async (_, compiler, options) => {
      const compilerOptions = { ...options, target: 'es2023', strict: true, noEmit: true, skipLibCheck: false }
      writeFileSync(path.join(home, 'package.json'), '{"type":"module"}')
      writeFileSync(path.join(home, 'program.ts'), typed)
      writeFileSync(
        path.join(home, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: { ...compilerOptions, typeRoots: [path.join(root, 'node_modules/@types')] },
          files: ['program.ts'],
        }),
      )
      expect(await faultsOf(compiler)).toBe('')
    },
    240_000,
  )
})

describe('declarations of the package', () => {
  const source = `
    import { createClient } from '@nameyard/sdk'
    const client = createClient({ baseUrl: 'https://api.example', token: 'abc' })
    const { id } = await client.domains.create({ domain: { name: 'a', extension: 'nl' }, period: 1, owner_handle: 'A' })
    const domain = await client.domains.get({ id })
    console.log(domain.renewal_date)`
  const file = path.join(home, 'edited.ts')
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    types: [],
  }
  let service: ts.LanguageService

  beforeAll(() => {
    writeFileSync(path.join(home, 'package.json'), '{"type":"module"}')
    writeFileSync(file, source)
    service = ts.createLanguageService({
      getScriptFileNames: () => [file],
      getScriptVersion: () => '1',
      getScriptSnapshot: (name) => {
        const text = ts.sys.readFile(name)
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
      },
      getCurrentDirectory: () => home,
      getCompilationSettings: () => options,
      getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
      fileExists: (name) => ts.sys.fileExists(name),
      readFile: (name) => ts.sys.readFile(name),
      directoryExists: (name) => ts.sys.directoryExists(name),
      getDirectories: (name) => ts.sys.getDirectories(name),
    })
  })
  afterAll(() => service.dispose())

  it.each([
    ['an operation', 'create({', 'Register a domain.'],
    ['a field of an input', 'owner_handle', 'Handle of the registrant, such as AT123456-NL.'],
    ['a part of a field', 'extension', 'The extension without a leading dot, such as com or co.uk.'],
    ['a field of an answer', 'renewal_date', 'When the domain renews automatically'],
  ])('shows what %s is', (_, word, text) => {
    const info = service.getQuickInfoAtPosition(file, source.indexOf(word) + 1)
    expect(ts.displayPartsToString(info?.documentation)).toContain(text)
  })

  it('shows a description of every operation and every field', () => {
    const declared = readFileSync(path.join(installed, 'dist/sdk/resources.d.ts'), 'utf8')
    const lines = declared.split('\n')
    const members = lines.flatMap((line, index) =>
      /^ {2,}(readonly )?[\w']+\??: /.test(line) ? [[index, line] as const] : [],
    )
    const silent = members.filter(([index, line]) => !/\*\/$/.test(lines[index - 1]!) && !/Resource$/.test(line))
    expect(members.length).toBeGreaterThan(1500)
    expect(silent.map(([, line]) => line.trim())).toEqual([])
  })
})

it('has exactly the types of the sources', async () => {
  const source = path.join(root, 'libs/sdk/src/resources')
  const same = `
    import type { Resources as Declared } from '${source}'
    import type { Resources as Printed } from '@nameyard/sdk'
    declare const printed: Printed
    declare const declared: Declared
    export const one: Declared = printed
    export const other: Printed = declared`
  writeFileSync(path.join(home, 'same.ts'), same)
  const compilerOptions = {
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2023',
    lib: ['es2023', 'dom'],
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules/@types')],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    paths: { '@nameyard/contracts/*': [path.join(root, 'libs/contracts/src/*')] },
  }
  writeFileSync(path.join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['same.ts'] }))
  expect(await faultsOf('typescript-native')).toBe('')
}, 240_000)
