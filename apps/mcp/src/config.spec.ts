import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from './config'

const given = { NAMEYARD_URL: 'https://localhost:8443', NAMEYARD_USERNAME: 'ada', NAMEYARD_PASSWORD: 'secret' }

test('takes the address and the credentials', () => {
  expect(loadConfig(given)).toEqual({ baseUrl: 'https://localhost:8443', username: 'ada', password: 'secret' })
})

test('reads the authority from its file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-'))
  writeFileSync(join(folder, 'ca.pem'), 'PEM')
  expect(loadConfig({ ...given, NAMEYARD_CA: join(folder, 'ca.pem') }).ca).toBe('PEM')
  rmSync(folder, { recursive: true })
})

test('names what is missing, never a value', () => {
  expect(() => loadConfig({ NAMEYARD_PASSWORD: 'secret' })).toThrow('Set NAMEYARD_URL, NAMEYARD_USERNAME.')
  expect(() => loadConfig({ ...given, NAMEYARD_URL: 'nowhere' })).toThrow('NAMEYARD_URL is not a URL.')
})
