import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { PersistenceModule } from '@nameyard/persistence/persistence-module'
import { ClockModule } from '@nameyard/runtime/clock-module'
import { loadConfig } from '@nameyard/runtime/load-config'
import { Metrics } from '@nameyard/runtime/metrics'
import { Traces } from '@nameyard/runtime/traces'
import { actorSettings } from '@nameyard/testing/actors'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase } from '@nameyard/testing/database'
import { startPowerdns } from '@nameyard/testing/powerdns'
import { DNS_CONFIG, type DnsConfig } from '../src/config'
import { BuiltinWriter } from '../src/publishing/builtin.writer'
import { PowerdnsWriter } from '../src/publishing/powerdns.writer'
import type { ZoneWriter } from '../src/publishing/zone-writer'
import { PublishedZones } from '../src/responder/published-zones'
import { Responder } from '../src/responder/responder'
import { service } from '../src/service'
import { freePort } from './dns-client'

/** A writer and its name server. */
export interface WrittenServer {
  readonly writer: ZoneWriter
  readonly dnsPort: number
  close(): Promise<void>
}

@Module({})
class Writers {}

const configOf = (settings: Record<string, string>): DnsConfig =>
  loadConfig(service.config, {
    AMQP_URL: 'amqp://127.0.0.1',
    ...actorSettings,
    DATABASE_URL: 'postgres://127.0.0.1',
    ...settings,
  })

/** Starts the built-in responder with its own database. */
export async function builtinServer(): Promise<WrittenServer> {
  const database = await testDatabase(service)
  const dnsPort = await freePort()
  const app = await NestFactory.createApplicationContext(
    {
      module: Writers,
      imports: [
        PersistenceModule.forService({ service: 'dns', url: database.url, entities: [] }),
        ClockModule.of(new SettableClock(), new Metrics('dns'), Traces.none),
      ],
      providers: [
        { provide: DNS_CONFIG, useValue: configOf({ DATABASE_URL: database.url, DNS_PORT: String(dnsPort) }) },
        PublishedZones,
        Responder,
        BuiltinWriter,
      ],
    },
    { logger: false },
  )
  return {
    writer: app.get(BuiltinWriter),
    dnsPort,
    async close() {
      await app.close()
      await database.drop()
    },
  }
}

/** Starts a PowerDNS with its own store. */
export async function powerdnsServer(): Promise<WrittenServer> {
  const powerdns = await startPowerdns()
  const config = configOf({
    DNS_PUBLISHER: 'powerdns',
    POWERDNS_URL: powerdns.url,
    POWERDNS_API_KEY: powerdns.apiKey,
    DNS_VERIFY: `127.0.0.1:${powerdns.dnsPort}`,
  })
  return { writer: new PowerdnsWriter(config), dnsPort: powerdns.dnsPort, close: () => powerdns.close() }
}
