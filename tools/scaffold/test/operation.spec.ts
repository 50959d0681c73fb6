import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs the scaffold, an ES module, in a process of its own. */
const add = (root: string, given: object) =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { addOperation } from ${JSON.stringify(join(__dirname, '../operation.mjs'))}
       try { console.log(addOperation(...JSON.parse(process.argv[1])).join('\\n')) } catch (error) { console.log(error.message) }`,
      JSON.stringify([root, given]),
    ],
    { encoding: 'utf8' },
  ).trim()

let root: string
const write = (file: string, text: string) => {
  mkdirSync(join(root, file, '..'), { recursive: true })
  writeFileSync(join(root, file), text)
}
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const operation = {
  id: 'templates.update',
  method: 'PUT',
  path: '/v1/dns/templates/:id',
  folder: 'apps/dns/src/templates',
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'scaffold-'))
  write(
    'libs/contracts/src/zones/list-templates.ts',
    "export const listTemplates = operation({ id: 'templates.list' })\n",
  )
  write(
    'apps/dns/src/templates/templates.module.ts',
    `import { Module } from '@nestjs/common'
import { ListTemplates } from './list-templates'

@Module({ controllers: [ListTemplates] })
export class TemplatesModule {}
`,
  )
})

test('writes contract, handler and spec, and registers the handler', () => {
  expect(add(root, operation).split('\n')).toEqual([
    'libs/contracts/src/zones/update-template.ts',
    'apps/dns/src/templates/update-template.ts',
    'apps/dns/src/templates/update-template.spec.ts',
    'apps/dns/src/templates/templates.module.ts',
  ])
  expect(read('libs/contracts/src/zones/update-template.ts')).toContain('export const updateTemplate = operation({')
  expect(read('apps/dns/src/templates/update-template.ts')).toContain('@Handles(updateTemplate)')
  const module = read('apps/dns/src/templates/templates.module.ts')
  expect(module).toContain("import { UpdateTemplate } from './update-template'")
  expect(module).toContain('controllers: [UpdateTemplate, ListTemplates]')
})

test('overwrites nothing', () => {
  add(root, operation)
  expect(add(root, operation)).toBe('libs/contracts/src/zones/update-template.ts exists already.')
})

test.each([
  [{ id: 'update' }, '"update" is not an id such as templates.update.'],
  [{ method: 'PATCH' }, '"PATCH" is not GET, POST, PUT or DELETE.'],
  [{ path: '/dns' }, '"/dns" is not a path below /v1/.'],
  [{ folder: 'apps/dns' }, '"apps/dns" is not a feature folder such as apps/dns/src/templates.'],
])('refuses %j and says why', (change, message) => {
  expect(add(root, { ...operation, ...change })).toBe(message)
})
