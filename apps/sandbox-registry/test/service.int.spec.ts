import { randomUUID, X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { generate } from 'selfsigned'
import { migrate } from '@nameyard/persistence/migrate'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import { eventually } from '@nameyard/testing/eventually'
import { service } from '../src/service'
import { EppClient } from './epp-client'
import { login, loginAs, onServer, resultCode, urlOf } from './sandbox'

describe('the service', () => {
  const database = `sandbox_registry_${randomUUID().replaceAll('-', '')}`
  const context = { clock: new Clock(), log: createLog(service.name, 'silent') }
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

  const start = () => service.start(loadConfig(service.config, environment), context)

  it('starts on a migrated database only, with the rights of its own role', async () => {
    await expect(start()).rejects.toThrow('0001_baseline.sql')
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

  it('refuses requests of web pages at its control port', async () => {
    const running = await start()
    const status = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = request({ port: running.controlPort, host: '127.0.0.1', path: '/health', headers })
        asked.once('error', reject).once('response', (answer) => resolve(answer.resume().statusCode))
        asked.end()
      })
    try {
      expect(await status({})).toBe(200)
      for (const host of ['localhost:7001', '[::1]:7001', 'sandbox-registry:7001'])
        expect(await status({ host })).toBe(200)
      expect(await status({ host: 'rebound.example:7001' })).toBe(403)
      expect(await status({ origin: 'https://page.example' })).toBe(403)
      expect(await status({ origin: 'null' })).toBe(403)
      expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    } finally {
      await running.close()
    }
  })

  it('survives the loss of a database connection during a command', async () => {
    const running = await start()
    const locker = new Client({ connectionString: environment.DATABASE_URL })
    await locker.connect()
    const ask = () =>
      fetch(`http://127.0.0.1:${running.controlPort}/domains/taken.org/age`, { method: 'POST', body: '{"seconds":1}' })
    try {
      await locker.query('begin')
      await locker.query('lock table sandbox_registry.domain')
      const asked = ask()
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await eventually(async () => (await locker.query(cut)).rowCount === 1, 'the end of a waiting connection')
      expect((await asked).status).toBe(500)
      await locker.query('commit')
      expect((await ask()).status).toBe(200)
    } finally {
      await locker.end()
      await running.close()
    }
  })

  it('opens the configured endpoints, stores frames and pins both registrars to their certificates', async () => {
    const own = await generate([{ name: 'commonName', value: 'rival' }])
    const fingerprint = new X509Certificate(own.cert).fingerprint256
    const frames = path.join(folder, 'frames')
    const settings = {
      ...environment,
      DATABASE_URL: urlOf(`${database}_doors`),
      SANDBOX_PROFILE_PORTS: 'thin:0,strict:0',
      SANDBOX_FRAMES_FOLDER: frames,
      SANDBOX_NAMEYARD_CERTIFICATE_SHA256: fingerprint,
      SANDBOX_RIVAL_CERTIFICATE_SHA256: fingerprint,
    }
    await onServer(`create database ${database}_doors`)
    await migrate(settings.DATABASE_URL, { service: service.name, folders: service.migrations })
    const running = await service.start(loadConfig(service.config, settings), context)
    try {
      expect(Object.keys(running.profilePorts)).toEqual(['thin', 'strict'])
      for (const registrar of ['nameyard', 'rival']) {
        const stranger = await EppClient.connect(running.profilePorts.thin ?? 0)
        expect(resultCode(await stranger.ask(loginAs(registrar, stranger.greeting)))).toBe(2200)
        const known = await EppClient.connect(running.profilePorts.thin ?? 0, { cert: own.cert, key: own.private })
        expect(resultCode(await known.ask(loginAs(registrar, known.greeting)))).toBe(1000)
      }
      const kept = await readdir(frames)
      expect(kept.filter((file) => file.endsWith('.2200.request.xml'))).toHaveLength(2)
      expect(kept.filter((file) => file.endsWith('.none.response.xml'))).toHaveLength(4)
      const [request = ''] = kept.filter((file) => file.endsWith('.1000.request.xml'))
      expect(await readFile(path.join(frames, request), 'utf8')).toContain('<pw>********</pw>')
    } finally {
      await running.close()
      await onServer(`drop database ${database}_doors with (force)`)
    }
    const unknown = { ...environment, SANDBOX_PROFILE_PORTS: 'none:7011' }
    expect(() => loadConfig(service.config, unknown)).toThrow(/SANDBOX_PROFILE_PORTS/)
  })

  it('closes even if a client never finishes its handshake', async () => {
    const running = await start()
    const socket = connect(running.eppPort, '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined)
    await running.close()
    await closed
  })

  it('names every missing setting', () => {
    expect(() => loadConfig(service.config, {})).toThrow(/SANDBOX_TLS_CERTIFICATE.*SANDBOX_RIVAL_PASSWORD/)
  })
})
