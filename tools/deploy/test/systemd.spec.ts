import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './manifests'

/** The units of deploy/systemd. */

const units = readdirSync(join(root, 'deploy/systemd'))
const read = (unit: string) => readFileSync(join(root, 'deploy/systemd', unit), 'utf8')
const services = [
  'gateway',
  'customers',
  'events',
  'orders',
  'domains',
  'dns',
  'registry-worker',
  'sandbox-registry',
  'mcp',
]

/** What `systemd-analyze verify` says about units; '' when nothing, and where there is no systemd. */
function faultsOf(texts: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-units-'))
  const files = Object.entries(texts).map(([name, text]) => {
    writeFileSync(join(folder, name), text.replaceAll('/usr/bin/node', process.execPath))
    return join(folder, name)
  })
  const { error, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' })
  if (error)
    process.stderr.write('SKIPPED: no systemd-analyze here (Debian package systemd); the units are not checked\n')
  return (stderr ?? '')
    .split('\n')
    .filter((line) => line.includes(folder))
    .join('\n')
}

const withInstances = Object.fromEntries(
  units.flatMap((unit) =>
    unit.includes('@')
      ? services.map((service) => [unit.replace('@', `@${service}`), read(unit)])
      : [[unit, read(unit)]],
  ),
)

it('have no faults', () => {
  expect(faultsOf(withInstances)).toBe('')
})

it('are checked: a wrong name of a setting is reported', () => {
  const planted = { 'nameyard@dns.service': read('nameyard@.service').replace('NoNewPrivileges', 'NoNewPrivilegess') }
  if (spawnSync('systemd-analyze', ['--version']).error) return
  expect(faultsOf(planted)).toMatch(/Unknown key/)
})

it('start programs that exist', () => {
  const programs = Object.entries(withInstances).flatMap(([name, text]) => {
    const instance = /@(.+)\.service$/.exec(name)?.[1] ?? ''
    return [...text.matchAll(/^ExecStart=\S+ (\S+)$/gm)].map(([, program]) => program!.replace('%i', instance))
  })
  expect(programs).toHaveLength(services.length + 1)
  for (const program of programs) {
    const source = program.replace('/dist/', '/src/').replace(/\.js$/, '.ts')
    expect({ program, exists: existsSync(join(root, source)) }).toEqual({ program, exists: true })
  }
})
