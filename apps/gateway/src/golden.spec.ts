import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '@nameyard/contracts/operations'
import { openApi } from './docs/openapi'
import { goldens } from './golden'

describe('the API description of the gateway', () => {
  it.each(goldens())('matches $file; otherwise run `npm run golden` and review the difference', ({ file, text }) => {
    expect(text).toBe(readFileSync(join(__dirname, '../../..', file), 'utf8'))
  })

  it('has no broken references', () => {
    const document = openApi(routes)
    const references = JSON.stringify(document).match(/"#\/[^"]+"/g) ?? []
    const missing = references
      .map((reference) => reference.slice(3, -1).split('/'))
      .filter((path) => path.reduce<unknown>((at, step) => (at as never)?.[step], document) === undefined)
    expect(missing).toEqual([])
  })

  it('contains exactly the mounted operations, with query parameters by their dotted names', () => {
    type Described = { operationId: string; parameters: { name: string; in: string }[] }
    const { paths } = openApi(routes) as { paths: Record<string, Record<string, Described>> }
    const described = Object.values(paths).flatMap((methods) => Object.values(methods))
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(routes.map(({ id }) => id).sort())
    const { parameters } = described.find(({ operationId }) => operationId === 'domains.get')!
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'id', in: 'path', required: true }))
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'domain.name', in: 'query', required: false }))
  })
})
