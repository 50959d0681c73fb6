import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = path.resolve(__dirname, '../../..')

/** The package of the client as somebody has it who installed it: no file of this repository is near. */
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
const files = () =>
  readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(installed, path.join(entry.parentPath, entry.name)))

it('holds modules with their types and nothing else', () => {
  const names = files()
  const modules = names.filter((name) => name.endsWith('.js')).map((name) => name.slice(0, -'.js'.length))
  expect(modules).toEqual(expect.arrayContaining(['dist/sdk/client', 'dist/contracts/operations']))
  const described = modules.flatMap((name) => [`${name}.js`, `${name}.d.ts`])
  expect(names.sort()).toEqual([...described, 'LICENSE', 'README.md', 'package.json'].sort())
  expect(modules.filter((name) => /spec|golden/.test(name))).toEqual([])
})

it('needs zod and nothing of node', () => {
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

describe('a program that installed it', () => {
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

  it('asks the service', async () => {
    const { port } = server.address() as AddressInfo
    const program = `
      import { createClient } from '@nameyard/sdk/client'
      import { ApiError } from '@nameyard/sdk/api-error'
      const client = createClient({ baseUrl: 'http://127.0.0.1:${port}', username: 'ada', password: 'secret' })
      const { status } = await client.domains.get({ id: 7 })
      console.log(status, typeof ApiError, await client.domains.waitUntilSettled({ id: 7 }).then(({ id }) => id))
      process.exit()`
    writeFileSync(path.join(home, 'program.mjs'), program)
    const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: home })
    expect(stdout.trim()).toBe('ACT function 7')
    expect(asked.slice(0, 2)).toEqual(['POST /v1/auth/login', 'GET /v1/domains/7 Bearer abc'])
  })

  const typed = `
    import { createClient, type Client } from '@nameyard/sdk/client'
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
    ['of node', { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023'], types: ['node'] }],
    ['of a browser', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'], types: [] }],
  ])(
    'has its types, as a program %s',
    async (_, options) => {
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
      const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
      const said = await run(process.execPath, [tsc, '-p', 'tsconfig.json'], { cwd: home }).then(
        ({ stdout }) => stdout,
        (error: { stdout: string }) => error.stdout,
      )
      expect(said).toBe('')
    },
    240_000,
  )
})
