import { resolve } from 'node:path'
import { Client } from 'pg'
import { applications } from '@nameyard/embedded/platform/applications'
import { outboxMigrations } from '@nameyard/outbox/migrations-folder'
import { schemaOf } from '@nameyard/persistence/schema-name'
import { declaredStatements } from '@nameyard/persistence/statement'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { declarationsIn, filesWithStatements, type Declaration } from './statement-declarations'
import { describer } from './statement-description'
import { mismatches } from './statement-types'

const root = resolve(__dirname, '../../..')
const services = applications.filter(({ migrations }) => migrations.length > 0)

const withOutbox = services.find(({ migrations }) => migrations.some((folder) => folder === outboxMigrations))!.name

/** Folders whose statements run in the schema of each service with an outbox. */
const SHARED = ['libs/persistence/src', 'libs/outbox/src']
const PLANTED = 'tools/db/test/planted-statements.ts'

let database: TestDatabase
let client: Client
let declarations: Declaration[]

beforeAll(async () => {
  database = await testDatabase(...services)
  client = new Client({ connectionString: database.url })
  await client.connect()
  const files = filesWithStatements(...SHARED, ...services.map(({ name }) => `apps/${name}/src`))
  for (const file of [...files, resolve(root, PLANTED)]) await import(file)
  declarations = declarationsIn([...files, resolve(root, PLANTED)])
})

afterAll(async () => {
  await client?.end()
  await database?.drop()
})

/** Prepares the statements of some files in the schema of a service. Returns the differences from their declarations. */
async function problemsOf(service: string, isOurs: (file: string) => boolean): Promise<string[]> {
  await client.query(`set search_path to ${schemaOf(service).schema}`)
  const describe = await describer(client)
  const problems: string[] = []
  for (const declaration of declarations.filter(({ file }) => isOurs(file))) {
    const { name } = declaration
    const { text, parameters } = declaredStatements().get(name)!
    try {
      problems.push(...mismatches(declaration, parameters, await describe(text)))
    } catch (error) {
      problems.push(`${name}: cannot be prepared: ${(error as Error).message}`)
    }
  }
  return problems
}

it.each(services.map(({ name }) => name))(
  'the declared types of every statement of %s agree with the schema',
  async (service) => {
    expect(await problemsOf(service, (file) => file.startsWith(`apps/${service}/`))).toEqual([])
  },
)

it('the declared types of the statements of the outbox agree with its tables', async () => {
  expect(await problemsOf(withOutbox, (file) => SHARED.some((folder) => file.startsWith(folder)))).toEqual([])
})

it('reports a statement whose types differ from the schema', async () => {
  expect(await problemsOf(withOutbox, (file) => file === PLANTED)).toEqual([
    'planted.wrong-column-type: column "id" is declared as number, but int8 is read as string',
    'planted.wrong-column-name: column "recipient" is not declared',
    'planted.wrong-column-name: field "sender" is declared, but there is no such column',
    'planted.wrong-parameter-type: parameter "since" is declared as number, but PostgreSQL takes timestamptz',
    'planted.unused-parameter: parameter "limit" is declared, but not used',
    'planted.unknown-table: cannot be prepared: relation "inbox_without_service" does not exist',
  ])
})
