import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'

const root = resolve(__dirname, '../../..')

/** Creates a copy of the checkout that shares its packages, because the test changes a source file. */
function copyOfCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-dev-'))
  for (const part of ['apps', 'libs', 'tools', 'package.json', 'package-lock.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true, preserveTimestamps: true })
  mkdirSync(join(folder, 'node_modules/@nameyard'), { recursive: true })
  const link = (from: string, to: string) => symlinkSync(from, join(folder, 'node_modules', to))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@nameyard') link(join(root, 'node_modules', name), name)
  for (const layer of ['apps', 'libs', 'tools'])
    for (const room of readdirSync(join(folder, layer))) {
      if (!existsSync(join(folder, layer, room, 'package.json'))) continue
      const { name } = JSON.parse(readFileSync(join(folder, layer, room, 'package.json'), 'utf8')) as { name: string }
      link(join(folder, layer, room), name)
    }
  return folder
}

describe('npm run dev', () => {
  const folder = copyOfCheckout()
  let dev: ChildProcess
  let printed = ''
  const waitFor = (text: string) =>
    eventually(
      async () => {
        if (!printed.includes(text)) throw new Error(`"${text}" is not printed yet: ${printed}`)
        return true
      },
      text,
      80_000,
    )

  beforeAll(async () => {
    const [https, dns, epp, control, rri] = await Promise.all(Array.from({ length: 5 }, freePort))
    const env = {
      ...process.env,
      DATABASE_URL: '',
      AMQP_URL: '',
      NAMEYARD_DATA: join(folder, '.data'),
      GATEWAY_HTTPS_PORT: String(https),
      DNS_PORT: String(dns),
      SANDBOX_EPP_PORT: String(epp),
      SANDBOX_CONTROL_PORT: String(control),
      SANDBOX_RRI_PORT: String(rri),
    }
    const options = ['--dev', '--no-debugger', '--seed', 'demo', '--only', 'dns,gateway']
    dev = spawn(process.execPath, ['tools/embedded/start.cjs', ...options], { cwd: folder, env })
    const read = (chunk: Buffer) => (printed += chunk.toString())
    dev.stdout!.on('data', read)
    dev.stderr!.on('data', read)
    await waitFor('watching apps/*/src and libs/*/src')
  })

  afterAll(async () => {
    const hasEnded = dev.exitCode !== null || dev.signalCode !== null
    dev.kill('SIGINT')
    if (!hasEnded) await once(dev, 'close')
    rmSync(folder, { recursive: true, force: true })
  })

  it('fills a new platform with sample data', async () => {
    await waitFor('seed: resellers north and south')
    await waitFor('seed: 50 domains, and a zone for each active one')
  })

  it('restarts the application whose source changes, with the change', async () => {
    appendFileSync(join(folder, 'apps/dns/src/main.ts'), "\nconsole.log('a line that was just added')\n")
    await waitFor('apps/dns changed: dns restarted in')
    await waitFor('a line that was just added')
  })

  it('keeps the last version running when a change cannot be compiled', async () => {
    appendFileSync(join(folder, 'apps/dns/src/main.ts'), '\nconst = \n')
    await waitFor('apps/dns cannot be compiled; the previous version keeps running')
  })

  it('shows the chosen services in one terminal, with names and times', () => {
    expect(printed).toMatch(/^\d\d:\d\d:\d\d\.\d{3} gateway +ready/m)
    expect(printed).not.toMatch(/^\S+ orders +ready/m)
  })
})
