import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from './config'

const service = { NAMEYARD_URL: 'https://localhost:8443' }
const given = { ...service, NAMEYARD_USERNAME: 'ada', NAMEYARD_PASSWORD: 'secret' }

test('reads the address and the credentials', () => {
  expect(loadConfig(given)).toEqual({
    transport: 'stdio',
    service: { baseUrl: 'https://localhost:8443' },
    identity: { username: 'ada', password: 'secret' },
  })
})

test('reads a token in place of credentials', () => {
  expect(loadConfig({ ...service, NAMEYARD_TOKEN: 't' })).toMatchObject({ identity: { token: 't' } })
})

test('reads the scope of the login', () => {
  const { identity } = loadConfig({ ...given, NAMEYARD_SCOPE: 'read, write' }) as { identity: object }
  expect(identity).toEqual({ username: 'ada', password: 'secret', scope: ['read', 'write'] })
  expect(() => loadConfig({ ...given, NAMEYARD_SCOPE: 'everything' })).toThrow(
    'NAMEYARD_SCOPE knows read, write, purchase, transfer-codes.',
  )
})

test('reads the profile', () => {
  expect(loadConfig({ ...given, NAMEYARD_PROFILE: 'dns' })).toMatchObject({ profile: 'dns' })
  expect(loadConfig({ ...service, NAMEYARD_TOKEN: 't', NAMEYARD_PROFILE: 'all' })).toMatchObject({ profile: 'all' })
  expect(() => loadConfig({ ...given, NAMEYARD_PROFILE: 'toString' })).toThrow(
    'NAMEYARD_PROFILE knows read, dns, domains, all.',
  )
  expect(() => loadConfig({ ...service, MCP_HTTP_PORT: '0', NAMEYARD_PROFILE: 'dns' })).toThrow(
    'Over HTTP the path names the profile: unset NAMEYARD_PROFILE.',
  )
})

test('reads the settings of the HTTP listener and rejects credentials beside them', () => {
  expect(loadConfig({ ...service, MCP_HTTP_PORT: '0' })).toMatchObject({
    transport: 'http',
    listener: { host: '127.0.0.1', port: 0, hosts: ['localhost', '127.0.0.1', '[::1]'], origins: [] },
  })
  const open = {
    MCP_HTTP_PORT: '8444',
    MCP_HTTP_HOST: '2001:db8::1',
    MCP_HTTP_HOSTS: 'MCP.example, localhost',
    MCP_HTTP_ORIGINS: 'https://one.example, https://two.example',
  }
  expect(loadConfig({ ...service, ...open })).toMatchObject({
    listener: {
      host: '2001:db8::1',
      port: 8444,
      hosts: ['localhost', '127.0.0.1', '[::1]', '[2001:db8::1]', 'mcp.example'],
      origins: ['https://one.example', 'https://two.example'],
    },
  })
  expect(() => loadConfig({ ...given, ...open })).toThrow('unset NAMEYARD_USERNAME, NAMEYARD_PASSWORD.')
  expect(loadConfig({ ...service, ...open, HEALTH_PORT: '8080', HEALTH_HOST: '::' })).toMatchObject({
    health: { host: '::', port: 8080 },
  })
  expect(loadConfig({ ...service, ...open })).not.toHaveProperty('health')
  expect(() => loadConfig({ ...service, ...open, HEALTH_PORT: 'x' })).toThrow('HEALTH_PORT is not a port.')
  expect(() => loadConfig({ ...service, MCP_HTTP_PORT: '80000' })).toThrow('MCP_HTTP_PORT is not a port.')
})

test('reads the certificate authority from its file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-'))
  writeFileSync(join(folder, 'ca.pem'), 'PEM')
  expect(loadConfig({ ...given, NAMEYARD_CA: join(folder, 'ca.pem') }).service.ca).toBe('PEM')
  rmSync(folder, { recursive: true })
})

test('reads the settings of OAuth, with the secret as a text or in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-'))
  const file = join(folder, 'mcp_secret')
  const [fresh, former] = ['n'.repeat(32), 'f'.repeat(32)] as const
  writeFileSync(file, `${fresh},${former}\n`)
  const http = {
    ...service,
    MCP_HTTP_PORT: '0',
    MCP_PUBLIC_URL: 'https://mcp.example',
    PUBLIC_URL: 'https://api.example',
  }
  const oauth = { issuer: 'https://api.example', publicUrl: 'https://mcp.example', secret: fresh }
  for (const given of [{ MCP_SECRET: fresh }, { MCP_SECRET_FILE: file }])
    expect(loadConfig({ ...http, ...given })).toMatchObject({
      oauth,
      listener: { hosts: expect.arrayContaining(['mcp.example']) },
    })
  expect(() => loadConfig({ ...http, MCP_SECRET: fresh, MCP_SECRET_FILE: file })).toThrow(
    'Set either MCP_SECRET or MCP_SECRET_FILE.',
  )
  writeFileSync(file, 'short\n')
  expect(() => loadConfig({ ...http, MCP_SECRET_FILE: file })).toThrow('MCP_SECRET needs at least 32 characters.')
  expect(loadConfig(http)).not.toHaveProperty('oauth')
  rmSync(folder, { recursive: true })
})

test('names missing and invalid settings, but no values', () => {
  expect(() => loadConfig({ NAMEYARD_PASSWORD: 'secret' })).toThrow('Set NAMEYARD_URL, NAMEYARD_USERNAME.')
  expect(() => loadConfig({ ...given, NAMEYARD_URL: 'nowhere' })).toThrow('NAMEYARD_URL is not a URL.')
})
