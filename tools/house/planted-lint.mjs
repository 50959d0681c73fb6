import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { treeOf } from './tree.mjs'

const BOUNDARIES = '@nx/enforce-module-boundaries'
const IMPORTS = '@typescript-eslint/no-restricted-imports'
const SYNTAX = 'no-restricted-syntax'

/** One violation of each law of eslint.config.mjs: the room it is planted in, its text, the rule that must fire. */
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
  ['apps/domains/src/domain/model', "import '@nestjs/common'", IMPORTS],
  ['apps/domains/src/domain/model', "import '../domain.store'", IMPORTS],
  ['apps/domains/src/domain/model', "import { fail } from '@nameyard/contracts/errors'\nfail", IMPORTS],
  ['apps/domains/src', "import { connect } from 'amqplib'\nconnect", IMPORTS],
  ['apps/domains/src', "import { NotFoundException } from '@nestjs/common'\nthrow new NotFoundException()", IMPORTS],
  ['apps/domains/src', 'export const now = Date.now()', SYNTAX],
  ['libs/epp/src', 'export const now = new Date()', SYNTAX],
  ['apps/dns/src', 'export const port = process.env.PORT', SYNTAX],
  ['libs/outbox/src', 'export const wide = (value: any) => value', '@typescript-eslint/no-explicit-any'],
  ['libs/outbox/src', 'Promise.resolve(1)', '@typescript-eslint/no-floating-promises'],
]

/** Copies the checkout with the installed packages behind links, its own workspaces linked to the copy. */
function copyHouse(root, copy) {
  const { files, json } = treeOf(root)
  for (const file of files) cpSync(join(root, file), join(copy, file))
  mkdirSync(join(copy, 'node_modules/@nameyard'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')).filter((name) => name !== '@nameyard'))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const file of files.filter((file) => /^(apps|libs|tools)\/[^/]+\/package\.json$/.test(file)))
    symlinkSync(join(copy, dirname(file)), join(copy, 'node_modules', json(file).name))
}

/** Plants every violation in a copy of the checkout, lints it the way `npm run lint` does, returns what went by. */
export function lintBites(root) {
  const copy = mkdtempSync(join(tmpdir(), 'nameyard-planted-'))
  try {
    copyHouse(root, copy)
    const planted = violations.map(([folder, text, rule], n) => ({ file: `${folder}/planted-${n}.ts`, text, rule }))
    for (const { file, text } of planted) {
      mkdirSync(dirname(join(copy, file)), { recursive: true })
      writeFileSync(join(copy, file), `${text}\nexport {}\n`)
    }
    const report = join(copy, 'lint.json')
    const lint = spawnSync('npx', ['nx', 'run-many', '-t', 'lint', '--', '--format', 'json', '-o', report], {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, NX_DAEMON: 'false', NX_SKIP_NX_CACHE: 'true' },
    })
    if (lint.status === 0) return ['anything at all: lint of a copy full of planted violations passed']
    const fired = new Map(
      JSON.parse(readFileSync(report, 'utf8')).map(({ filePath, messages }) => [
        filePath.slice(copy.length + 1),
        messages.map(({ ruleId }) => ruleId),
      ]),
    )
    return planted
      .filter(({ file, rule }) => !fired.get(file)?.includes(rule))
      .map(({ file, text, rule }) => `${file}: ${text.split('\n')[0]} (${rule})`)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
