import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { treeOf } from './tree.mjs'

const BOUNDARIES = '@nx/enforce-module-boundaries'
const IMPORTS = '@typescript-eslint/no-restricted-imports'
const SYNTAX = 'no-restricted-syntax'
const PROPERTIES = 'no-restricted-properties'

const TYPED = ['--type-aware', '--tsconfig', 'tsconfig.check.json']

/** A violation of each rule of eslint.config.mjs and .oxlintrc.json: its folder or file, its text, the rule that must report it. */
const violations = [
  ['libs/names/src', "import '@nestjs/common'", BOUNDARIES],
  ['libs/zone/src', "import '@nameyard/contracts/errors'", BOUNDARIES],
  ['libs/contracts/src', "import '@nameyard/messaging/rpc'", BOUNDARIES],
  ['libs/persistence/src', "import '@nameyard/names/domain-name'", BOUNDARIES],
  ['libs/sdk/src', "import '@nameyard/runtime/clock'", BOUNDARIES],
  ['apps/domains/src', "import '@nameyard/orders/service'", BOUNDARIES],
  ['apps/customers/src', "import '@nameyard/testing/clock'", BOUNDARIES],
  ['apps/dns/src', "import '../../domains/src/service'", BOUNDARIES],
  ['apps/mcp/src', "import '@nameyard/messaging/rpc'", BOUNDARIES],
  ['apps/domains/src', "import '@nameyard/epp/frame'", BOUNDARIES],
  ['apps/orders/src', "import '@nameyard/zone/zone'", BOUNDARIES],
  ['tools/embedded/src', "import '@nameyard/epp/frame'", BOUNDARIES],
  ['apps/sandbox-registry/src', "import '@nameyard/epp/xml'", IMPORTS],
  ['apps/domains/src/lifecycle/model', "import '@nestjs/common'", IMPORTS],
  ['apps/domains/src/lifecycle/model', "import '../domain.store'", IMPORTS],
  ['apps/domains/src/lifecycle/model', "import { fail } from '@nameyard/contracts/errors'\nfail", IMPORTS],
  ['apps/domains/src', "import { connect } from 'amqplib'\nconnect", IMPORTS],
  ['apps/domains/src', "import { Counter } from 'prom-client'\nCounter", IMPORTS],
  ['apps/domains/src', "import { NotFoundException } from '@nestjs/common'\nthrow new NotFoundException()", IMPORTS],
  [
    'apps/dns/src',
    "import './config'\nimport { z } from 'zod'\nimport { join } from 'node:path'\njoin(z)",
    'perfectionist/sort-imports',
  ],
  ['apps/domains/src', 'export const now = Date.now()', PROPERTIES],
  ['tools/embedded/src', 'export const { now } = Date', PROPERTIES],
  ['libs/epp/src', 'export const now = new Date()', SYNTAX],
  ['apps/dns/src', 'export const port = process.env.PORT', PROPERTIES],
  ['apps/dns/src', 'export const { env } = process', PROPERTIES],
  ['apps/orders/src', 'export class BaseStore {}', SYNTAX],
  ['libs/zone/src', 'export interface IZone { name: string }', SYNTAX],
  ['libs/zone/src', 'export function recordHelper() {}', SYNTAX],
  ['libs/zone/src/planted.spec.ts', "it.only('runs alone', () => undefined)", PROPERTIES],
  ['libs/zone/src/planted-limit.spec.ts', "it('ends early', () => undefined, 60_000)", SYNTAX],
  ['libs/zone/src/planted-limits.spec.ts', "it.each([1])('ends early', () => undefined, 9_000)", SYNTAX],
  ['libs/zone/src/planted-wait.spec.ts', "eventually(() => true, 'it', 20_000)", SYNTAX],
  ['libs/zone/src/planted-old.spec.ts', "xit('does not run', () => undefined)", 'no-restricted-globals'],
  ['libs/zone/src', '/* later: TODO */', 'no-warning-comments'],
  ['tools/suite/planted.mjs', '// FIXME', 'no-warning-comments'],
  ['libs/zone/src', '//\n'.repeat(400), 'max-lines'],
  ['libs/zone/test/planted.spec.ts', '//\n'.repeat(600), 'max-lines'],
  ['libs/zone/src/planted/index.ts', "export * from '../zone'", SYNTAX],
  ['libs/outbox/src', 'export const wide = (value: any) => value', '@typescript-eslint/no-explicit-any'],
  ['libs/outbox/src', 'Promise.resolve(1)', 'typescript(no-floating-promises)'],
  ['libs/outbox/src', 'if (Promise.resolve(false)) throw new Error()', 'typescript(no-misused-promises)'],
]

/** Copies the checkout. Installed packages are links; the workspaces among them are links into the copy. */
function copyHouse(root, copy) {
  const { files, json } = treeOf(root)
  for (const file of files) cpSync(join(root, file), join(copy, file))
  mkdirSync(join(copy, 'node_modules/@nameyard'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')).filter((name) => name !== '@nameyard'))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const file of files.filter((file) => /^(apps|libs|tools)\/[^/]+\/package\.json$/.test(file)))
    symlinkSync(join(copy, dirname(file)), join(copy, 'node_modules', json(file).name))
}

function readReport({ stdout, stderr }) {
  try {
    return JSON.parse(stdout)
  } catch {
    throw new Error(`lint did not run:\n${stdout}\n${stderr}`)
  }
}

/**
 * Plants every violation in a copy of the checkout and lints these files. Returns the violations that lint missed.
 * `nx show projects` first writes the project graph that the boundary rule reads, as `npm run lint` does.
 */
export function missedByLint(root) {
  const copy = mkdtempSync(join(tmpdir(), 'nameyard-planted-'))
  try {
    copyHouse(root, copy)
    const planted = violations.map(([place, text, rule], n) => ({
      file: /\.\w+$/.test(place) ? place : `${place}/planted-${n}.ts`,
      text,
      rule,
    }))
    for (const { file, text } of planted) {
      mkdirSync(dirname(join(copy, file)), { recursive: true })
      writeFileSync(join(copy, file), `${text}\nexport {}\n`)
    }
    const run = (...command) =>
      spawnSync('npx', command, { cwd: copy, encoding: 'utf8', env: { ...process.env, NX_DAEMON: 'false' } })
    run('nx', 'show', 'projects')
    const paths = planted.map(({ file }) => file)
    const untyped = readReport(run('eslint', '--format', 'json', ...paths)).flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId }) => `${filePath.slice(copy.length + 1)} ${ruleId}`),
    )
    const { diagnostics } = readReport(run('oxlint', ...TYPED, '--format', 'json', ...paths))
    const typed = diagnostics.map(({ filename, code }) => `${filename} ${code}`)
    const reported = new Set([...untyped, ...typed])
    return planted
      .filter(({ file, rule }) => !reported.has(`${file} ${rule}`))
      .map(({ file, text, rule }) => `${file}: ${text.split('\n')[0]} (${rule})`)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
