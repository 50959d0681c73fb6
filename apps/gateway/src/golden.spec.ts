import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { goldens } from './golden'
import { openApi } from './http/openapi'
import { mounted } from './mounted'

describe('the description of the edge', () => {
  it.each(goldens())('is the one in $file; `npm run golden` writes it anew', ({ file, text }) => {
    expect(text).toBe(readFileSync(join(__dirname, '../../..', file), 'utf8'))
  })

  it('refers to nothing that is not there', () => {
    const document = openApi(mounted)
    const references = JSON.stringify(document).match(/"#\/[^"]+"/g) ?? []
    const missing = references
      .map((reference) => reference.slice(3, -1).split('/'))
      .filter((path) => path.reduce<unknown>((at, step) => (at as never)?.[step], document) === undefined)
    expect(missing).toEqual([])
  })

  it('holds what is mounted and nothing else, dotted parameters by the name they have in a URL', () => {
    type Described = { operationId: string; parameters: { name: string; in: string }[] }
    const { paths } = openApi(mounted) as { paths: Record<string, Record<string, Described>> }
    const described = Object.values(paths).flatMap((methods) => Object.values(methods))
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(mounted.map(({ id }) => id).sort())
    const { parameters } = described.find(({ operationId }) => operationId === 'domains.get')!
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'id', in: 'path', required: true }))
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'domain.name', in: 'query', required: false }))
  })
})
