import { existsSync } from 'node:fs'
import { basename, relative, resolve, sep } from 'node:path'
import { handlersIn, programsOf, specsOf } from './handler-specs.mjs'
import { Stop } from './progress.mjs'

/** What specs name that run a sample of their tests in a usual run, and all with `--faults`. */
const OF_SAMPLES = /\b(sampled|isWhole|someFaults|someBrokers)\b/

/** The specs that a usual run samples. */
const sampledSpecs = ({ files, text }) =>
  files.filter((file) => /^apps\/.*\.spec\.ts$/.test(file) && OF_SAMPLES.test(text(file)))

/**
 * Reads the arguments of `npm test`: rooms (`apps/dns`), files (`apps/dns/test/history.int.spec.ts`), names of handlers
 * (`create-domain`), parts of file names (`history`) and options of Jest (`--watch`, `-t 'part of a test name'`).
 * Returns Jest's arguments, and whether the run is of whole rooms, whose broker suites also run on RabbitMQ.
 */
export function selectionOf(args, rooms, root) {
  if (args.includes('--faults'))
    return { jest: sampledSpecs(programsOf(root)).map((path) => `--testPathPatterns=${path}`), isWhole: true }
  const chosen = []
  const files = []
  const names = []
  const handlers = []
  const options = []
  for (let at = 0; at < args.length; at++) {
    const argument = args[at]
    if (argument === '-t' || argument === '--testNamePattern') options.push(argument, args[++at] ?? '')
    else if (argument.startsWith('-')) options.push(argument)
    else if (rooms.includes(argument.replace(/\/$/, ''))) chosen.push(argument.replace(/\/$/, ''))
    else if (existsSync(resolve(root, argument))) files.push(...specsOfPath(argument, root))
    else {
      names.push(nameOf(argument))
      handlers.push(...handlersNamed(argument, root))
    }
  }
  const isByPath = files.length > 0 || names.length > 0
  const isWhole = !isByPath && options.length === 0
  const projects = isByPath ? [] : ['--selectProjects', ...(chosen.length > 0 ? chosen : rooms)]
  // Rooms narrow names. Beside files alone they are further tests.
  const ofNames = chosen.length > 0 ? chosen.flatMap((room) => names.map((name) => `${room}/.*${name}`)) : names
  const ofRooms = names.length > 0 ? [] : chosen.map((room) => `${room}/`)
  const isChosen = ({ handler }) => chosen.length === 0 || chosen.some((room) => handler.startsWith(`${room}/`))
  const ofHandlers = handlers.filter(isChosen).flatMap(({ specs }) => specs)
  const all = isByPath ? [...new Set([...files, ...ofNames, ...ofRooms, ...ofHandlers])] : []
  return { jest: [...projects, ...options, ...all.map((path) => `--testPathPatterns=${path}`)], isWhole }
}

/** The specs of a path: the path itself if it is a folder or a spec, or the specs of a source file. */
function specsOfPath(argument, root) {
  const path = relative(root, resolve(root, argument)).replaceAll(sep, '/')
  if (!/\.[cm]?[jt]s$/.test(path) || path.endsWith('.spec.ts')) return [path]
  const specs = specsOf(path, programsOf(root))
  if (specs.length > 0) return specs
  const room = path.split('/').slice(0, 2).join('/')
  const beside = basename(path).replace(/\.[cm]?[jt]s$/, '.spec.ts')
  throw new Stop(`No spec of ${room} imports ${path}. Write ${beside} beside it, or run npm test -- ${room}.`)
}

/** A part of the names of specs. */
function nameOf(argument) {
  if (argument.includes('/') && /\.[cm]?ts$/.test(argument)) throw new Stop(`There is no file ${argument}.`)
  return argument
}

/** The handlers with a file name, such as `create-domain`, each with its specs. */
function handlersNamed(name, root) {
  const programs = programsOf(root)
  const files = programs.files.filter((file) => basename(file) === `${name}.ts`)
  return handlersIn({ ...programs, files }).map((handler) => ({ handler, specs: specsOf(handler, programs) }))
}
