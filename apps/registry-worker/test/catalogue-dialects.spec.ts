import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { extensionRecord, type ExtensionRecordGiven } from '@nameyard/contracts/domains/extension-record'
import { Clock } from '@nameyard/runtime/clock'
import { Dialects } from '../src/dialects/dialects'
import { DialectsModule } from '../src/dialects/dialects.module'
import { registryTldOf } from '../src/extensions/registry-tld'

const folder = join(__dirname, '../../domains/catalogue')
const json = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))

/** The records that come with a release: those with a file, those of countries, and one behind each back-end. */
const records: ExtensionRecordGiven[] = [
  ...readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => (json(file) as { record: ExtensionRecordGiven }[]).map(({ record }) => record)),
  ...(json('delegated/countries.json') as { suffix: string; rules: object }[]).map(({ suffix, rules }) => ({
    ...rules,
    suffix,
  })),
  ...(json('delegated/back-ends.json') as { name: string; rules: object }[]).map(({ name, rules }) => ({
    ...rules,
    suffix: name,
  })),
]

@Module({ providers: [Clock], exports: [Clock] })
class ClockModule {}

it('speaks the dialect of every record of the catalogue, with its options', async () => {
  const imports = [{ module: ClockModule, global: true }, DialectsModule]
  const app = await NestFactory.createApplicationContext({ module: class {}, imports }, { logger: false })
  const dialects = app.get(Dialects, { strict: false })
  const faults = records.flatMap((given) => {
    const record = extensionRecord.parse(given)
    const dialect = dialects.find(record.registry.dialect)
    if (!dialect) return [`.${record.suffix}: there is no dialect ${record.registry.dialect}`]
    try {
      registryTldOf(record, dialect, {})
      return []
    } catch (error) {
      return [`.${record.suffix}: ${(error as Error).message}`]
    }
  })
  await app.close()
  expect(faults).toEqual([])
  expect(records.length).toBeGreaterThan(200)
})
