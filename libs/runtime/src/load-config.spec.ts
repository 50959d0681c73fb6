import { z } from 'zod'
import { ConfigError, loadConfig, serviceConfig } from './load-config'

const usable = { DATABASE_URL: 'postgres://nameyard:s3cret@db/nameyard', AMQP_URL: 'amqp://guest:gu3st@mq/' }

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
  it('are what the environment says, with the rest as usual', () => {
    expect(loadConfig(serviceConfig, { ...usable, HEALTH_PORT: '8080', PATH: '/bin' })).toEqual({
      ...usable,
      HEALTH_PORT: 8080,
      HEALTH_HOST: '127.0.0.1',
      DATABASE_POOL: 8,
      DATABASE_STATEMENT_MS: 30_000,
      DATABASE_SILENCE_MS: 3_000,
      LOG_LEVEL: 'info',
      SANDBOX_CLOCK: false,
    })
  })

  it('takes an empty variable for one that is not set', () => {
    expect(loadConfig(serviceConfig, { ...usable, LOG_LEVEL: '' }).LOG_LEVEL).toBe('info')
    expect(faultsOf({ ...usable, AMQP_URL: '' })).toContain('AMQP_URL')
  })

  it('names every setting at fault at once', () => {
    const faults = faultsOf({ DATABASE_URL: 'mysql://db/x', HEALTH_PORT: '70000', LOG_LEVEL: 'loud' })
    for (const name of ['DATABASE_URL', 'AMQP_URL', 'HEALTH_PORT', 'LOG_LEVEL']) expect(faults).toContain(`${name}: `)
    expect(faults).not.toContain('DATABASE_POOL')
  })

  it('shows no value', () => {
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
})
