import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { service as customers } from '@nameyard/customers/service'
import { service as dns } from '@nameyard/dns/service'
import { service as domains } from '@nameyard/domains/service'
import { service as gateway } from '@nameyard/gateway/service'
import { service as orders } from '@nameyard/orders/service'
import { service as registryWorker } from '@nameyard/registry-worker/service'
import { loadConfig } from '@nameyard/runtime/load-config'
import type { Service } from '@nameyard/runtime/service'
import { service as sandboxRegistry } from '@nameyard/sandbox-registry/service'
import { z } from 'zod'
import { compose, composeText, environmentOf, exampleEnvironment, interpolate, root } from './compose-file'

/** Rules are those of the Compose specification (compose-spec, "Services top-level elements"). */

const ours: readonly Service[] = [customers, dns, domains, gateway, orders, registryWorker, sandboxRegistry]
const services = Object.entries(compose.services)
const running = ours.map((service) => [service.name, service] as const)

const SERVICE_KEYS =
  'image build entrypoint command environment ports volumes depends_on healthcheck restart stop_grace_period profiles ' +
  'stdin_open network_mode networks hostname'

/** Settings that say where something listens inside the container. */
const isListener = (name: string) => /(^|_)PORT$/.test(name)

describe('the whole file', () => {
  it('has only elements that Compose knows', () => {
    const topLevel = Object.keys(compose).filter((key) => !key.startsWith('x-'))
    expect(topLevel.sort()).toEqual(['name', 'networks', 'services', 'volumes'])
    for (const [name, service] of services)
      expect({ name, unknown: Object.keys(service).filter((key) => !SERVICE_KEYS.split(' ').includes(key)) }).toEqual({
        name,
        unknown: [],
      })
  })

  it('runs every service of the house, PostgreSQL, RabbitMQ and PowerDNS', () => {
    const names = services.map(([name]) => name)
    for (const { name } of ours) expect(names).toContain(name)
    expect(names).toEqual(expect.arrayContaining(['postgres', 'rabbitmq', 'powerdns']))
  })

  it('takes no secret but those the example names, and uses all of them', () => {
    const used = [...composeText.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name!)
    expect([...new Set(used)].sort()).toEqual(Object.keys(exampleEnvironment).sort())
  })

  it('declares every volume it mounts, and mounts every volume it declares', () => {
    const mounted = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]!))
    const named = mounted.filter((source) => !/^[./]/.test(source))
    expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort())
    for (const path of mounted.filter((source) => source.startsWith('.')))
      expect({ path, exists: existsSync(join(root, 'docker', path)) }).toEqual({ path, exists: true })
  })

  it('publishes no port of this machine twice', () => {
    const published = services.flatMap(([, { ports = [] }]) => ports)
    for (const port of published) expect(port).toMatch(/^\d{1,5}:\d{1,5}(\/(tcp|udp))?$/)
    const taken = published.map((port) => `${port.split(':')[0]}/${port.split('/')[1] ?? 'tcp'}`)
    expect(new Set(taken).size).toBe(taken.length)
  })
})

describe.each(services)('%s', (name, service) => {
  it('has a pinned image', () => {
    expect(service.image).toMatch(/^[a-z0-9./-]+:\d+\.\d+\.?\d*(-[a-z0-9.]+)?$/)
  })

  it('depends on services that can reach the state it waits for', () => {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const needed = compose.services[other]
      expect({ other, exists: needed !== undefined }).toEqual({ other, exists: true })
      if (condition === 'service_completed_successfully') expect(needed!.command).toBeDefined()
      else expect({ other, condition }).toEqual({ other, condition: 'service_healthy' })
      // Our image has a health check of its own; a foreign one is given it here.
      if (condition === 'service_healthy' && !needed!.build) expect(needed!.healthcheck?.test?.[0]).toBe('CMD')
      if (condition === 'service_healthy') expect(needed!.healthcheck?.disable).not.toBe(true)
    }
  })

  it('starts what exists', () => {
    if (!service.build) return
    const { context, dockerfile, args } = service.build
    expect(existsSync(join(root, 'docker', context, dockerfile))).toBe(true)
    expect(existsSync(join(root, 'apps', args.APP, 'src/main.ts'))).toBe(true)
    const [command, program] = service.entrypoint ?? service.command ?? ['node', `apps/${args.APP}/src/main.ts`]
    expect(command).toBe('node')
    const script = program!.replace(/\/dist\/(.*)\.js$/, '/src/$1.ts')
    expect({ name, script, exists: existsSync(join(root, script)) }).toEqual({ name, script, exists: true })
  })
})

describe.each(running)('settings of %s', (name, service) => {
  const composed = compose.services[name]!
  const environment = environmentOf(composed)

  it('are known to the service', () => {
    const known = Object.keys(z.toJSONSchema(service.config, { io: 'input', unrepresentable: 'any' }).properties ?? {})
    expect(Object.keys(environment).filter((variable) => !known.includes(variable))).toEqual([])
  })

  it('are complete and valid', () => {
    expect(() => loadConfig(service.config, environment)).not.toThrow()
  })

  it('name services of this file where they name a host, or this machine where people do', () => {
    const published = services.flatMap(([, { ports = [] }]) => ports.map((port) => `localhost:${port.split(':')[0]}`))
    for (const value of Object.values(composed.environment ?? {})) {
      const text = interpolate(value)
      if (!URL.canParse(text) || !/^(amqp|postgres|http)/.test(text)) continue
      const { hostname, host } = new URL(text)
      expect([...Object.keys(compose.services), ...published]).toContain(hostname === 'localhost' ? host : hostname)
    }
  })

  it('name addresses that the file gives out', () => {
    const given = services.map(([, { networks }]) => networks?.default.ipv4_address)
    for (const value of Object.values(environment)) {
      const address = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(value)?.[1]
      if (address) expect(given).toContain(address)
    }
  })

  it('keep files in volumes alone', () => {
    const mounted = (composed.volumes ?? []).map((volume) => volume.split(':')[1]!)
    const folders = Object.values(environment).filter((value) => value.startsWith('/'))
    for (const folder of folders) expect(mounted.some((path) => folder.startsWith(path))).toBe(true)
  })

  it('listen where the file publishes them', () => {
    const listening = Object.entries(environment).flatMap(([variable, value]) => (isListener(variable) ? [value] : []))
    for (const port of composed.ports ?? []) {
      const inside = port.split(':')[1]!.split('/')[0]!
      expect(listening).toContain(inside)
    }
    const hosts = Object.entries(environment).filter(([variable]) => /^(GATEWAY|DNS)_HOST$/.test(variable))
    if (composed.ports) expect(hosts.map(([, host]) => host)).toEqual(['0.0.0.0'])
  })
})
