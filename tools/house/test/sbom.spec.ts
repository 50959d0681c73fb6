import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(__dirname, '../../..')

interface Component {
  readonly name: string
  readonly purl: string
  readonly licenses?: readonly object[]
}

it('writes a CycloneDX bill with the packages of production, their licences and the vendored files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'))
  try {
    const file = join(folder, 'sbom.cdx.json')
    execFileSync(process.execPath, [join(root, 'tools/house/sbom.mjs'), file])
    const sbom = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly bomFormat: string
      readonly components: readonly Component[]
      readonly dependencies: readonly { readonly ref: string }[]
    }
    expect(sbom.bomFormat).toBe('CycloneDX')
    const purls = sbom.components.map(({ purl }) => decodeURIComponent(purl))
    for (const name of ['@nestjs/common', 'fastify', 'zod', '@node-rs/argon2', '@scalar/api-reference'])
      expect(purls).toContainEqual(expect.stringContaining(`pkg:npm/${name}@`))
    for (const name of ['jest', 'eslint', 'typescript'])
      expect(purls).not.toContainEqual(expect.stringContaining(`pkg:npm/${name}@`))
    expect(sbom.components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([])
    expect(sbom.dependencies.length).toBeGreaterThan(100)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
