import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

/** Most specs that are shown and run for a handler, so that a run of them takes seconds. */
const MOST = 2

const HANDLES = /@Handles(?:Batch)?\(\s*(\w+)/
const IMPORT = /^import\s+(?!type\b)(?:([^'";]*?)\s+from\s+)?'([^']+)'/gm
const PROGRAM = /\.[cm]?[jt]s$/

const isSpec = (file) => file.endsWith('.spec.ts')
const withoutExtension = (file) => file.replace(PROGRAM, '')

/** The programs of a checkout, for `specsOf`. It needs no installed packages, since `npm test` installs them later. */
export function programsOf(root) {
  const texts = new Map()
  const files = ['apps', 'libs', 'tools'].flatMap((layer) =>
    readdirSync(join(root, layer)).flatMap((room) => filesIn(root, `${layer}/${room}`)),
  )
  const text = (file) => texts.get(file) ?? texts.set(file, readFileSync(join(root, file), 'utf8')).get(file)
  return { files, text }
}

function filesIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesIn(root, path)
    return PROGRAM.test(entry.name) ? [path] : []
  })
}

/** The modules that a program imports for more than their types, with the imported names. */
function importsOf(text) {
  return [...text.matchAll(IMPORT)].map(([, names = '', module]) => ({ names: names.match(/\w+/g) ?? [], module }))
}

/** The operation that a file handles: `{ name, contract }`, such as `createTag` of `@nameyard/contracts/customers/create-tag`. */
function handledIn(text) {
  const name = HANDLES.exec(text)?.[1]
  return name && { name, contract: importsOf(text).find(({ names }) => names.includes(name))?.module }
}

/** The handlers of the services: each file with `@Handles` or `@HandlesBatch`. */
export function handlersIn({ files, text }) {
  return files.filter((file) => /^apps\/[^/]+\/src\/.*\.ts$/.test(file) && !isSpec(file) && handledIn(text(file)))
}

/**
 * The specs of a source file: the spec beside it; else the specs of its room that import it or, of a handler, its
 * contract. A spec whose helper in the folder `test` imports that counts if no other does, or if its name says that it is
 * about the handler. Of a handler: those with such a name, else those that name the operation most often; at most two.
 * @param tree the files of the checkout, as paths from its root, and `text` to read one
 */
export function specsOf(file, { files, text }) {
  const beside = `${withoutExtension(file)}.spec.ts`
  if (files.includes(beside)) return [beside]
  const room = file.split('/').slice(0, 2).join('/')
  const handled = /^apps\//.test(file) ? handledIn(text(file)) : undefined
  const wanted = handled?.contract ?? withoutExtension(file)
  const imported = (from) =>
    importsOf(text(from)).map(({ module }) =>
      module.startsWith('.') ? withoutExtension(normalize(join(dirname(from), module))) : ownModule(module, room),
    )
  const ofRoom = files.filter((each) => each.startsWith(`${room}/`) && each.endsWith('.ts'))
  const specs = ofRoom.filter(isSpec)
  const direct = specs.filter((spec) => imported(spec).includes(wanted))
  const helpers = ofRoom.filter((each) => each.startsWith(`${room}/test/`) && !isSpec(each))
  const using = helpers.filter((helper) => imported(helper).includes(wanted)).map(withoutExtension)
  const through = specs.filter((spec) => imported(spec).some((module) => using.includes(module)))
  if (!handled) return direct.length > 0 ? direct : through
  const about = [...new Set([...direct, ...through])].filter((spec) => isAbout(spec, file))
  return mostNaming([about, direct, through].find((found) => found.length > 0) ?? [], handled.name, text)
}

/** Whether all words of a spec's name are in the path of a handler: `zones.int.spec.ts` of `changing/create-zone.ts`. */
function isAbout(spec, handler) {
  const words = (name) => name.match(/[a-z0-9]+/g)?.map((word) => word.replace(/(ing|es|s|e)$/, '')) ?? []
  const known = words(withoutExtension(handler).split('/').slice(3).join('/'))
  return words(basename(spec).replace(/(\.int)?\.spec\.ts$/, '')).every((word) => known.includes(word))
}

/** A module name as a path if it is of the room itself: `@nameyard/names/idna` is `libs/names/src/idna` in libs/names. */
function ownModule(module, room) {
  const own = `@nameyard/${basename(room)}/`
  return module.startsWith(own) ? `${room}/src/${module.slice(own.length)}` : module
}

function mostNaming(specs, name, text) {
  const timesIn = (spec) => text(spec).match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0
  return specs
    .map((spec) => ({ spec, times: timesIn(spec) }))
    .sort((one, other) => other.times - one.times || (one.spec < other.spec ? -1 : 1))
    .slice(0, MOST)
    .map(({ spec }) => spec)
    .sort()
}
