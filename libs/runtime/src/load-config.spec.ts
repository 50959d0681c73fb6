import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError, loadConfig, serviceConfig } from './load-config'

const pemOf = (kind: 'ed25519' | 'x25519') =>
  generateKeyPairSync(kind as 'ed25519')
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString()

const ACTOR_KEYS = pemOf('ed25519')
const urls = { DATABASE_URL: 'postgres://nameyard:s3cret@db/nameyard', AMQP_URL: 'amqp://guest:gu3st@mq/' }
const usable = { ...urls, ACTOR_KEYS }

function faultsOf(environment: Record<string, string | undefined>, schema: z.ZodType = serviceConfig): string {
  try {
    loadConfig(schema, environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('was accepted')
}

describe('the settings of a service', () => {
  it('are read from the environment, and the others have their defaults', () => {
    expect(loadConfig(serviceConfig, { ...usable, HEALTH_PORT: '8080', PATH: '/bin' })).toEqual({
      ...urls,
      ACTOR_KEYS: [expect.anything()],
      HEALTH_PORT: 8080,
      HEALTH_HOST: '127.0.0.1',
      DATABASE_POOL: 8,
      DATABASE_STATEMENT_MS: 30_000,
      DATABASE_SILENCE_MS: 3_000,
      LOG_LEVEL: 'info',
      SANDBOX: false,
      SANDBOX_CLOCK: false,
      AMQP_FIXED_TOPOLOGY: false,
      OTEL_EXPORTER_OTLP_HEADERS: {},
      OTEL_TRACES_SAMPLER_ARG: 0.01,
      SLOW_REQUEST_MS: 1_000,
    })
  })

  it('name several keys of actors, of which each must be an Ed25519 key', () => {
    expect(loadConfig(serviceConfig, { ...usable, ACTOR_KEYS: ACTOR_KEYS + pemOf('ed25519') }).ACTOR_KEYS).toHaveLength(
      2,
    )
    for (const wrong of ['key', pemOf('x25519'), ACTOR_KEYS + pemOf('x25519'), ACTOR_KEYS.replace('MC', 'XX')]) {
      expect(faultsOf({ ...usable, ACTOR_KEYS: wrong })).toContain('ACTOR_KEYS: must be Ed25519 public keys in PEM')
    }
  })

  it('treat an empty variable as absent', () => {
    expect(loadConfig(serviceConfig, { ...usable, LOG_LEVEL: '' }).LOG_LEVEL).toBe('info')
    expect(faultsOf({ ...usable, AMQP_URL: '' })).toContain('AMQP_URL')
  })

  it('are rejected with the names of all invalid settings', () => {
    const faults = faultsOf({ DATABASE_URL: 'mysql://db/x', HEALTH_PORT: '70000', LOG_LEVEL: 'loud' })
    for (const name of ['DATABASE_URL', 'AMQP_URL', 'HEALTH_PORT', 'LOG_LEVEL']) expect(faults).toContain(`${name}: `)
    expect(faults).not.toContain('DATABASE_POOL')
  })

  it('are rejected without showing a value', () => {
    const schema = serviceConfig.extend({ REGISTRY_PASSWORD: z.string().min(6).max(16), COUNT: z.coerce.number() })
    const given = {
      DATABASE_URL: 'mysql://user:hunter2@db',
      AMQP_URL: 'hunter2',
      REGISTRY_PASSWORD: 'hunter2-is-much-too-long',
      COUNT: 'hunter2',
      LOG_LEVEL: 'hunter2',
    }
    expect(faultsOf(given, schema)).not.toContain('hunter2')
  })

  it.each([
    ['SECRET', 'change-me-change-me-change-me-change-me'],
    ['SECRET', 'keep,change-me-change-me-change-me-change-me'],
    ['DATABASE_URL', 'postgres://nameyard:change-me-postgres@db/nameyard'],
    ['DATABASE_URL', 'postgres://nameyard:secret@127.0.0.1:5432/nameyard'],
    ['AMQP_URL', 'amqp://nameyard:secret@127.0.0.1:5672/nameyard'],
  ])('are rejected with a value of an example: %s', (name, value) => {
    const schema = serviceConfig.extend({ SECRET: z.string().optional() })
    expect(faultsOf({ ...usable, [name]: value }, schema)).toContain(
      `${name}: is the value of an example: make a random one`,
    )
  })

  describe('in files', () => {
    let folder: string
    beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'settings-'))))
    afterAll(() => rmSync(folder, { recursive: true }))
    const file = (text: string) => {
      const path = join(folder, `secret-${text.length}`)
      writeFileSync(path, text)
      return path
    }
    const schema = serviceConfig.extend({ SECRET: z.string(), OTHER_FILE: z.string().optional() })

    it('are read where the name ends with _FILE, without the end of the line', () => {
      expect(loadConfig(schema, { ...usable, SECRET_FILE: file('hush hush\n') }).SECRET).toBe('hush hush')
      expect(loadConfig(schema, { ...usable, SECRET: 'x', OTHER_FILE: '/a/path' }).OTHER_FILE).toBe('/a/path')
      const beside = schema.extend({ OTHER: z.string().optional() })
      expect(loadConfig(beside, { ...usable, SECRET: 'x', OTHER_FILE: '/a/path' })).not.toHaveProperty('OTHER')
    })

    it('are put into the URLs of database and broker when they are passwords', () => {
      const { DATABASE_URL, AMQP_URL } = loadConfig(serviceConfig, {
        DATABASE_URL: 'postgres://nameyard_dns@db:5432/nameyard',
        DATABASE_PASSWORD_FILE: file('p@ss/word\n'),
        AMQP_URL: 'amqp://nameyard-dns@mq:5672',
        ACTOR_KEYS,
        AMQP_PASSWORD: 'rabbit',
      })
      expect(new URL(DATABASE_URL)).toMatchObject({
        username: 'nameyard_dns',
        password: 'p%40ss%2Fword',
        host: 'db:5432',
      })
      expect(new URL(AMQP_URL)).toMatchObject({ username: 'nameyard-dns', password: 'rabbit' })
    })

    it('are rejected when the file cannot be read or has the value of an example', () => {
      expect(faultsOf({ ...usable, SECRET_FILE: '/nowhere' }, schema)).toContain('SECRET_FILE: cannot be read (ENOENT)')
      expect(faultsOf({ ...usable, SECRET_FILE: file('change-me') }, schema)).toContain(
        'SECRET: is the value of an example',
      )
    })
  })
})
