import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { runCommand } from '@nameyard/admin/command-line'
import { service as customers } from '@nameyard/customers/service'
import { service as dns } from '@nameyard/dns/service'
import { service as domains } from '@nameyard/domains/service'
import { service as events } from '@nameyard/events/service'
import { service as gateway } from '@nameyard/gateway/service'
import { service as orders } from '@nameyard/orders/service'
import { service as registryWorker } from '@nameyard/registry-worker/service'
import { settingNames } from '@nameyard/runtime/load-config'
import { service as sandboxRegistry } from '@nameyard/sandbox-registry/service'
import { compose, root } from './compose-file'

/** docs/operate: the commands, settings, metrics, values and files that the guides name. */

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const guides = readdirSync(join(root, 'docs/operate'))
const texts = guides.map((guide) => [guide, read(`docs/operate/${guide}`)] as const)

/** The blocks of shell commands of a guide, without the indentation of lists. */
const blocksOf = (text: string) =>
  [...text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(([, indent, block]) =>
    block!
      .split('\n')
      .map((line) => line.slice(indent!.length).trim())
      .filter((line) => line !== ''),
  )
const commands = [...new Set(texts.flatMap(([, text]) => blocksOf(text).flat()))]
const beginning = (prefix: string) => commands.filter((command) => withoutVariables(command).startsWith(prefix))
/** A command without the variables that it sets. */
const withoutVariables = (command: string) => command.replace(/^(\w+=('[^']*'|\S*) )+/, '')

const values = parse(read('deploy/helm/nameyard/values.yaml')) as object
const manifests = read('tools/deploy/golden/high-availability.yaml')
const isValue = (path: string) => {
  let at: unknown = values
  for (const name of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[name]
  return at !== undefined
}

describe('commands', () => {
  const COMPOSE = 'docker compose -f docker/compose.yaml '
  const known = ['npm run admin -- ', COMPOSE, 'node ', 'npm ', 'helm ', 'kubectl ', 'systemctl ', 'rabbitmqctl ']
  const tools = ['printf ', 'cp deploy/systemd/* ', 'pg_basebackup ', 'openssl genrsa ', 'openssl rsa ']

  it('are of a kind that is checked here', () => {
    const others = commands.filter(
      (command) => ![...known, ...tools].some((prefix) => withoutVariables(command).startsWith(prefix)),
    )
    expect(others).toEqual([])
  })

  const lines = [
    ...beginning('npm run admin -- '),
    ...commands.filter((each) => each.includes('tools/admin/dist/main.js')),
  ]
  const ofAdmin = lines.map((line) =>
    withoutVariables(line).replace(/^.*(npm run admin --|tools\/admin\/dist\/main\.js) /, ''),
  )
  const inText = texts.flatMap(([, text]) =>
    [...text.matchAll(/`admin ((?:[a-z][a-z-]+ ?)+)/g)].map(([, words]) => words!.trim()),
  )
  it.each([...new Set([...ofAdmin, ...inText])])('admin %s: is known, with its options', async (line) => {
    const words = [...line.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word)
    const options = words.filter((word) => word.startsWith('--'))
    let help = ''
    // The longest beginning that is a command; arguments follow.
    for (let length = words.length; length > 0 && !help; length--) {
      const path = words.slice(0, length)
      if (!path.every((word) => /^[a-z][a-z-]+$/.test(word))) continue
      const printed: string[] = []
      await runCommand([...path, '--help'], {}, (text) => printed.push(text))
      if (printed.join('\n').includes(`Usage: admin ${path.join(' ')} `)) help = printed.join('\n')
    }
    expect(help).not.toBe('')
    for (const option of options) expect(help).toContain(option)
  })

  it.each(beginning(COMPOSE))('%s: names profiles and services of the file', (line) => {
    const more = /-f (docker\/\S+) /
    const files = [
      'docker/compose.yaml',
      ...(more.exec(line.slice(line.indexOf(COMPOSE) + COMPOSE.length))?.slice(1) ?? []),
    ]
    const words = withoutVariables(line).slice(COMPOSE.length).replace(more, '').split(' ')
    const profiles = new Set(Object.values(compose.services).flatMap((service) => service.profiles ?? []))
    for (const [index, word] of words.entries()) {
      if (word === '--profile') expect(profiles).toContain(words[index + 1])
      if (word === '--scale') expect(Object.keys(compose.services)).toContain(words[index + 1]!.split('=')[0])
      if (word === '--rm') expect(Object.keys(compose.services)).toContain(words[index + 1])
    }
    expect(words.find((word, index) => !word.startsWith('--') && words[index - 1] !== '--profile')).toMatch(
      /^(up|run|build)$/,
    )
    for (const [, name] of line.matchAll(/(?:^| )([A-Z_]+)=/g))
      expect(files.map(read).join('\n')).toMatch(new RegExp(`\\$\\{${name}:[-?]`))
  })

  it.each(beginning('node '))('%s: starts a program that exists', (line) => {
    const [, program] = withoutVariables(line).split(' ')
    expect(existsSync(join(root, program!.replace('/dist/', '/src/').replace(/main\.js$/, 'main.ts')))).toBe(true)
  })

  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  it.each(beginning('npm '))('%s: is a script', (line) => {
    const [, word, script] = withoutVariables(line).split(' ')
    expect(word === 'run' ? Object.keys(scripts) : ['ci', 'test']).toContain(word === 'run' ? script : word)
  })

  it.each(beginning('helm '))('%s: names the chart, its values, and files that exist', (line) => {
    expect(line).toMatch(/^helm (install|upgrade) nameyard deploy\/helm\/nameyard /)
    for (const [, file] of line.matchAll(/--values (\S+)/g))
      expect(file === 'values.yaml' || existsSync(join(root, file!))).toBe(true)
    for (const [, path] of line.matchAll(/--set ([\w.]+)=/g))
      expect({ path, is: isValue(path!) }).toEqual({ path, is: true })
  })

  it.each(beginning('kubectl '))('%s: names objects of the chart', (line) => {
    for (const [, kind, name] of line.matchAll(/(deployment|job)\/(\S+)/g))
      expect(manifests.toLowerCase()).toContain(`kind: ${kind}\nmetadata:\n  name: ${name!.replace(/-\d+$/, '-1')}\n`)
  })

  it.each(beginning('systemctl '))('%s: names units that exist', (line) => {
    for (const [unit] of line.matchAll(/nameyard\S*/g)) {
      const [name, instance] = unit.split('@')
      const files = instance ? ['nameyard@.service'] : [name!, `${name}.service`]
      expect(files.some((file) => existsSync(join(root, 'deploy/systemd', file)))).toBe(true)
      if (instance) expect(existsSync(join(root, 'apps', instance, 'src/main.ts'))).toBe(true)
    }
  })
})

it('the commands of an installation on Kubernetes run, with stand-ins for kubectl, rabbitmqctl and helm', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-install-'))
  for (const name of ['docker', 'deploy']) symlinkSync(join(root, name), join(folder, name))
  mkdirSync(join(folder, 'broker'))
  mkdirSync(join(folder, 'bin'))
  for (const name of ['kubectl', 'rabbitmqctl', 'helm'])
    writeFileSync(
      join(folder, 'bin', name),
      `#!/bin/sh\necho "${name} $*" >> calls\n[ "$1" != apply ] || cat > applied\n`,
      {
        mode: 0o755,
      },
    )
  const [, chapter] = /^## Kubernetes$([\s\S]*?)^## /m.exec(read('docs/operate/install.md'))!
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` }
  const script = blocksOf(chapter!).flat().join('\n')
  execFileSync('sh', ['-euc', script], { cwd: folder, env, stdio: 'pipe' })

  const { items } = JSON.parse(readFileSync(join(folder, 'applied'), 'utf8')) as {
    items: { metadata: { name: string } }[]
  }
  expect(items.map(({ metadata }) => metadata.name)).toEqual(
    expect.arrayContaining(['nameyard-gateway', 'nameyard-keda']),
  )
  const { users } = JSON.parse(readFileSync(join(folder, 'broker/definitions.json'), 'utf8')) as {
    users: { password_hash: string }[]
  }
  for (const { password_hash } of users) expect(password_hash).not.toBe('')
  expect(readFileSync(join(folder, 'calls'), 'utf8').split('\n').length).toBeGreaterThan(7)
})

it('the secrets of systemd are a folder for each service, with its own only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-install-'))
  execFileSync(process.execPath, [join(root, 'docker/secrets.mjs'), join(folder, 'secrets')])
  writeFileSync(join(folder, 'secrets/mail_smtp_url'), 'smtps://mail.example.com')
  execFileSync(process.execPath, [
    join(root, 'deploy/secrets.mjs'),
    'folders',
    join(folder, 'secrets'),
    join(folder, 'etc'),
  ])
  expect(readdirSync(join(folder, 'etc/gateway'))).toEqual(['mcp_secret', 'nameyard-gateway', 'repeat_secret'])
  expect(readdirSync(join(folder, 'etc/mcp'))).toEqual(['mcp_secret'])
  expect(readdirSync(join(folder, 'etc'))).not.toContain('keda')
})

describe.each(texts)('%s', (guide, text) => {
  const inline = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!)

  it('names settings that a service has', () => {
    const services = [customers, dns, domains, events, gateway, orders, registryWorker, sandboxRegistry]
    const known = services.flatMap(({ config }) => settingNames(config)).flatMap((name) => [name, `${name}_FILE`])
    const ini = [...text.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!)
    const named = [...inline.map((code) => code.split('=')[0]!), ...ini].filter((code) =>
      /^[A-Z]+(_[A-Z]+)+$/.test(code),
    )
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })

  it('names metrics that exist', () => {
    const metrics = read('docs/metrics.md')
    const named = inline.filter((code) =>
      /^(gateway|nameyard|customers|dns|domains|events|orders|registry)_\w+$/.test(code),
    )
    expect(named.filter((name) => !metrics.includes(`| \`${name}\` `))).toEqual([])
  })

  it('names values that the chart has', () => {
    const named = inline.filter((code) => /^[a-zA-Z]+(\.[a-zA-Z]+)+$/.test(code) && isValue(code.split('.')[0]!))
    expect(named.filter((path) => !isValue(path))).toEqual([])
  })

  it('names files that exist, and leads to sections that exist', () => {
    const files = inline.filter(
      (code) => /^(docker|deploy|tools|apps)\/[\w./@-]+$/.test(code) && !code.includes('/dist/'),
    )
    expect(files.filter((file) => !/docker\/secrets/.test(file) && !existsSync(join(root, file)))).toEqual([])
    for (const [, link] of text.matchAll(/\]\((?!https:)([^)]+)\)/g)) {
      const [file, section] = link!.split('#')
      const path = join('docs/operate', file || guide)
      expect({ link, exists: existsSync(join(root, path)) }).toEqual({ link, exists: true })
      if (!section) continue
      const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
        heading!
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      )
      expect({ link, sections: headings }).toEqual({ link, sections: expect.arrayContaining([section]) })
    }
  })
})
