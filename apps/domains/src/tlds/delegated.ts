import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { extensionRecord, type ExtensionRecord } from '@nameyard/contracts/domains/extension-record'
import { suffix } from '@nameyard/contracts/primitives/suffix'

const FOLDER = join(__dirname, '..', '..', 'catalogue', 'delegated')

/** Fields of a record that differ from their defaults. */
const rules = z.record(z.string(), z.json())

const backEnd = z.strictObject({
  name: z.string().min(1),
  title: z.string().min(1),
  /** Where the rules come from. */
  source: z.string().min(1),
  /** Hosts of RDAP servers (RFC 9224) by which its extensions are recognized. */
  rdapHosts: z.array(z.string()),
  /** Extensions that are known to run there. */
  extensions: z.array(suffix),
  rules,
})
export type BackEnd = z.output<typeof backEnd>

const group = z.strictObject({ backEnd: z.string(), suffixes: z.array(suffix) })
const country = z.strictObject({
  suffix,
  description: z.string(),
  source: z.string().min(1),
  rules,
})

/** Generic extensions from before ICANN's programme of 2012. */
const older = new Set(
  'aero asia biz cat coop info jobs mobi museum name net org post pro tel travel xxx com'.split(' '),
)

/** The registries that run extensions of others, with the rules that their extensions have. The first one is any other. */
export const backEnds: readonly BackEnd[] = read('back-ends.json', z.array(backEnd).min(1))

/** The back-end of an extension: by the host of its RDAP server, or because it is known; undefined when it is not. */
export function backEndOf(given: string, rdapHost: string | undefined): BackEnd | undefined {
  const isOf = (host: string) => rdapHost === host || rdapHost?.endsWith(`.${host}`)
  return (
    backEnds.find(({ rdapHosts }) => rdapHosts.some(isOf)) ??
    backEnds.find(({ extensions }) => extensions.includes(given))
  )
}

/** The record of a generic extension with the rules of its back-end. Nobody has confirmed it. */
export function recordBehind(
  { title, source, rules: own }: BackEnd,
  given: string,
  { isNewGtld = !older.has(given), operator = '', found = '' } = {},
): ExtensionRecord {
  return extensionRecord.parse({
    ...own,
    suffix: given,
    description: { text: operator },
    source: [`back-end ${title}: ${source}`, ...(found === '' ? [] : [found])].join('; '),
    isNewGtld,
  })
}

/** Rules of extensions that are delegated, whose records the release does not have in full. */
export const delegated: ReadonlyMap<string, ExtensionRecord> = new Map([
  ...read('gtlds.json', z.array(group)).flatMap(({ backEnd: name, suffixes }) => {
    const behind = backEnds.find((each) => each.name === name)
    if (!behind) throw new Error(`gtlds.json: there is no back-end ${name}`)
    // One is validated, the others differ in their names.
    const record = recordBehind(behind, suffixes[0]!)
    return suffixes.map((each) => [each, { ...record, suffix: each, isNewGtld: !older.has(each) }] as const)
  }),
  ...read('countries.json', z.array(country)).map(
    ({ suffix: each, description, source, rules: own }) =>
      [each, extensionRecord.parse({ ...own, suffix: each, description: { text: description }, source })] as const,
  ),
])

function read<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}
