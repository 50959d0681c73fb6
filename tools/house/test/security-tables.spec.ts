import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { service as customers } from '@nameyard/customers/service'
import { service as dns } from '@nameyard/dns/service'
import { service as domains } from '@nameyard/domains/service'
import { service as events } from '@nameyard/events/service'
import { service as gateway } from '@nameyard/gateway/service'
import { service as orders } from '@nameyard/orders/service'
import { service as registryWorker } from '@nameyard/registry-worker/service'
import { settingNames } from '@nameyard/runtime/load-config'
import { service as sandboxRegistry } from '@nameyard/sandbox-registry/service'
import { root } from './compose-file'

/** The pages of docs/security name tests and settings; these exist. */
const folder = join(root, 'docs/security')
const page = (name: string) => readFileSync(join(folder, name), 'utf8')
const pages = readdirSync(folder).map((name) => [name, page(name)] as const)

/** The cells of the rows of all tables with this many columns, without headings. */
const rowsOf = (text: string, columns: number) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(1, -1).split(' | '))
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter((cells) => cells.length === columns && !/^-+$/.test(cells[0]!) && cells[0] !== 'Id')

describe.each(pages)('docs/security/%s', (_, text) => {
  it('names only files that exist', () => {
    const named = [...text.matchAll(/`((?:apps|libs|tools|docs|docker|\.github)\/[^`\s*]+\.[a-z]+)`/g)]
    const missing = named.map(([, path]) => path!).filter((path) => !existsSync(join(root, path)))
    expect(missing).toEqual([])
  })
})

describe('the table of ASVS', () => {
  const text = page('asvs.md')
  const rows = rowsOf(text, 5).map(([id, level, requirement, state, why]) => ({ id, level, requirement, state, why }))
  const states = ['tested', 'reason', 'decided', 'open', 'not applicable']

  it('has a known state, a level and a text in every row, and no requirement twice', () => {
    expect(rows.length).toBeGreaterThan(150)
    for (const row of rows)
      expect({ ...row, isKnown: states.includes(row.state!) }).toMatchObject({
        isKnown: true,
        level: expect.stringMatching(/^[12]$/),
        why: expect.stringMatching(/\S/),
      })
    const ids = rows.flatMap(({ id }) => id!.split(', '))
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('names a test in every row that is tested', () => {
    for (const { id, why } of rows.filter(({ state }) => state === 'tested'))
      expect({ id, why }).toEqual({ id, why: expect.stringMatching(/`[^`]+\.spec\.ts`/) })
  })
})

describe('the inventory of keys', () => {
  const services = [customers, dns, domains, events, gateway, orders, registryWorker, sandboxRegistry]
  const secrets = [...new Set(services.flatMap(({ config }) => settingNames(config)))].filter((name) =>
    /(SECRET|PASSWORD|API_KEY|_KEY|_KEYS|_KEY_FILE)$/.test(name),
  )

  it.each(secrets)('has the setting %s', (name) => {
    expect(page('keys.md')).toContain(`\`${name}\``)
  })
})
