import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '@nameyard/persistence/migrate'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import { generate } from 'selfsigned'
import { service } from '../src/service'
import { EppClient } from './epp-client'
import { login, onServer, resultCode, urlOf } from './sandbox'

describe('the service', () => {
  const database = `sandbox_registry_${randomUUID().replaceAll('-', '')}`
  const surroundings = { clock: new Clock(), log: createLog(service.name, 'silent') }
  let folder: string
  let environment: Record<string, string>
  beforeAll(async () => {
    await onServer(`create database ${database}`)
    folder = await mkdtemp(path.join(tmpdir(), 'sandbox-registry-'))
    const tls = await generate([{ name: 'commonName', value: 'localhost' }])
    environment = {
      DATABASE_URL: urlOf(database),
      SANDBOX_EPP_PORT: '0',
      SANDBOX_CONTROL_PORT: '0',
      SANDBOX_TLS_CERTIFICATE: path.join(folder, 'cert.pem'),
      SANDBOX_TLS_KEY: path.join(folder, 'key.pem'),
      SANDBOX_NAMEYARD_PASSWORD: 'nameyard-pw',
      SANDBOX_RIVAL_PASSWORD: 'rival-pw',
    }
    await writeFile(path.join(folder, 'cert.pem'), tls.cert)
    await writeFile(path.join(folder, 'key.pem'), tls.private)
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
    await onServer(`drop database ${database} with (force)`)
  })

  const start = () => service.start(loadConfig(service.config, environment), surroundings)

  it('starts on a migrated database only, with the rights of its own role', async () => {
    await expect(start()).rejects.toThrow('0001_clock.sql')
    await migrate(environment.DATABASE_URL ?? '', { service: service.name, folders: service.migrations })
    const running = await start()
    try {
      expect(await running.ready()).toBeUndefined()
      const client = await EppClient.connect(running.eppPort)
      expect(resultCode(await client.ask(login('rival', 'rival-pw')))).toBe(1000)
    } finally {
      await running.close()
    }
  })

  it('closes although a client never finishes its handshake', async () => {
    const running = await start()
    const socket = connect(running.eppPort, '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined)
    await running.close()
    await closed
  })

  it('tells every setting that is missing', () => {
    expect(() => loadConfig(service.config, {})).toThrow(/SANDBOX_TLS_CERTIFICATE.*SANDBOX_RIVAL_PASSWORD/)
  })
})
