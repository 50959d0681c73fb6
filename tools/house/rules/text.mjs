import { isSource, isTest, matches } from '../tree.mjs'

/** A rule that a pattern in the text of some files decides. */
const pattern = ({ reading = 'code', files, find, ...rule }) => ({
  ...rule,
  find: (tree) => tree.files.filter((file) => files(file)).flatMap((file) => matches(file, tree[reading](file), find)),
})

const isRunningCode = (file) => isSource(file) && !isTest(file) && !file.startsWith('tools/')

export const textRules = [
  pattern({
    name: 'names say what a thing is',
    reason: 'Base classes hide the noun; Manager, Helper, Util and Impl say nothing. Compose functions.',
    files: (file) => isSource(file) && !file.startsWith('tools/house/'),
    find: /\b(?:class|interface|type|function|const)\s+(?:(?:Base|Abstract)[A-Z]\w*|I[A-Z][a-z]\w*(?=\s*(?:\{|extends|<))|\w+(?:Manager|Helpers?|Utils?|Impl))\b/,
    plants: { 'apps/domains/src/domain/planted.ts': 'export class BaseStore {}\n' },
  }),
  pattern({
    name: 'time comes from the clock',
    reason: 'A clock that cannot be moved makes expiry, grace and quarantine untestable. Take the Clock or `now`.',
    files: (file) =>
      (isRunningCode(file) || /^tools\/.*\.ts$/.test(file)) && !isTest(file) && file !== 'libs/runtime/src/clock.ts',
    find: /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)/,
    plants: { 'libs/names/src/planted.ts': 'export const today = new Date()\n' },
  }),
  pattern({
    name: 'the environment is read once',
    reason: 'loadConfig parses it at start and fails early; main.ts alone hands process.env over.',
    files: (file) => isRunningCode(file) && !/^apps\/[^/]+\/src\/main\.ts$/.test(file),
    find: /\bprocess\s*\.\s*env\b|\bprocess\[['"]env['"]\]|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/,
    plants: { 'libs/epp/src/planted.ts': 'export const host = process.env.HOST\n' },
  }),
  pattern({
    name: 'no test is skipped or focused',
    reason: 'A skipped test is a rule nobody checks; a focused one skips all others.',
    files: (file) => isSource(file) && !file.startsWith('tools/house/'),
    find: /\b(?:describe|it|test)\.(?:only|skip|todo)\b|\b(?:fit|fdescribe|xit|xdescribe|xtest)\(/,
    plants: { 'libs/zone/src/planted.spec.ts': "it.only('runs alone', () => undefined)\n" },
  }),
  pattern({
    name: 'no notes to self',
    reason: 'What is not done is absent, not promised in the text.',
    reading: 'text',
    files: (file) => file !== 'package-lock.json' && !file.startsWith('tools/house/'),
    find: /\b(?:TODO|FIXME|XXX|HACK)\b/,
    plants: { 'libs/zone/src/planted.ts': '// TODO later\n' },
  }),
  pattern({
    name: 'no commented-out code',
    reason: 'Git remembers; a reader should not have to.',
    reading: 'lineComments',
    files: isSource,
    find: /^\/\/\s*(?:(?:export |const |let |var |import |await |throw )[^.]*[=({;'].*|(?:if|for|while|switch) ?\(.*|return\b.*[;)}]|[\w.]+\([^)]*\);?|[})\]]+[;,]?)\s*$/m,
    plants: { 'libs/zone/src/planted.ts': '// const ttl = zone.ttl ?? 3600\n' },
  }),
  pattern({
    name: 'no trace of a workplace',
    reason: 'The project speaks of itself alone: no path of a machine, none out of the checkout, no package host.',
    reading: 'text',
    files: (file) => file !== 'package-lock.json' && file !== 'tools/house/rules/text.mjs',
    find: /(?<![\w.:$}-])\/(?:home|root|Users|work|mnt)\/\w|(?:\.\.\/)+shared\b|\b(?:registry\.npmjs|registry\.yarnpkg|npmjs\.org)\b/,
    plants: { 'docs/planted.md': 'See ../shared/notes.\n' },
  }),
  pattern({
    name: 'the lock names no host',
    reason: 'Packages come from whichever registry the reader of the lock has configured.',
    reading: 'text',
    files: (file) => file === 'package-lock.json',
    find: /"resolved": "https?:[^"]*"/,
    plants: { 'package-lock.json': '{ "packages": { "a": { "resolved": "https://example.test/a.tgz" } } }\n' },
  }),
]
